"""The settings window: a page per concern, made from the described schema.

    SettingsDialog -> pages -> rows -> SettingsDesk -> settings file
                                            |-> changed(Settings) -> app.py

A row asks the desk whether a value may stand; what may not is refused beside the field, with the
rule that the file has, too. Models, sounds and notes are looked at by children and threads, so
nothing here waits. Start reading in `dialog.py`, then `desk.py`.
"""

__all__: list[str] = []
