from hypothesis import settings

settings.register_profile("busy", deadline=None)  # a law takes as long as the machine is busy
settings.load_profile("busy")
