"""The set-up on machines that lack one thing or another."""

import os
import pwd
import random
import signal
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest

from tests.installers.conftest import REPOSITORY, Machine, builder


@pytest.mark.parametrize("name", ["menu", "run", "test", "setup.sh"])
def test_scripts_read_as_bash(name: str) -> None:
    subprocess.run(["/bin/bash", "-n", str(REPOSITORY / "installers" / name)], check=True)


@pytest.mark.parametrize(
    "name", ["installers/menu", "installers/run", "installers/test", ".ci/run"]
)
def test_commands_can_be_executed(name: str) -> None:
    assert os.access(REPOSITORY / name, os.X_OK)


def test_missing_compiler_is_one_line_with_the_cure(machine: Machine) -> None:
    done = machine.run("require_compiler")
    assert done.returncode == 1
    assert done.stderr.strip().count("\n") == 0
    assert "a C++ compiler is missing" in done.stderr
    assert "g++ cmake ninja-build" in done.stderr


def test_user_without_rights_is_told_what_to_ask_for(machine: Machine) -> None:
    machine.stand_in("apt-get")
    done = machine.run("require_compiler")
    assert "ask an administrator to run: apt-get install -y g++ cmake ninja-build" in done.stderr


def test_root_installs_what_is_missing(machine: Machine) -> None:
    machine.stand_in("id", "echo 0")
    machine.stand_in("apt-get")
    done = machine.run("require_compiler")
    assert done.returncode == 0, done.stderr
    assert machine.noted()[-1].endswith("g++ cmake ninja-build")


def test_sudo_without_a_password_is_used(machine: Machine) -> None:
    machine.stand_in("apt-get")
    machine.stand_in("sudo", 'shift; exec "$@"')
    assert machine.run("require_compiler").returncode == 0
    assert any(call.startswith("apt-get install") for call in machine.noted())


def test_sudo_that_would_ask_is_left_alone_where_nobody_can_answer(machine: Machine) -> None:
    machine.stand_in("apt-get")
    machine.stand_in("sudo", "exit 1")
    assert machine.run("require_compiler").returncode == 1
    assert not any(call.startswith("apt-get") for call in machine.noted())


def test_root_without_a_network_is_told_that_apt_failed(machine: Machine) -> None:
    machine.stand_in("id", "echo 0")
    machine.stand_in("apt-get", "echo 'E: Unable to locate package g++'; exit 100")
    done = machine.run("require_compiler")
    assert done.returncode == 1
    assert "apt-get could not install it" in done.stderr
    assert "administrator" not in done.stderr
    assert "E: Unable to locate" in (machine.cache / "logs" / "setup.log").read_text()


def test_old_package_lists_are_refreshed(machine: Machine) -> None:
    machine.stand_in("id", "echo 0")
    once = f'grep -q "apt-get update" "{machine.calls}" || [ "$1" = update ] || exit 100'
    machine.stand_in("apt-get", once)
    assert machine.run("require_compiler").returncode == 0
    assert "apt-get update" in machine.noted()


def test_no_python_is_one_line_with_the_cure(machine: Machine) -> None:
    done = machine.run("make_venv")
    assert done.returncode == 1
    assert "Kairo needs Python 3.11 or newer, and there is none" in done.stderr
    assert "KAIRO_PYTHON" in done.stderr


def test_old_python_is_passed_over_for_a_newer_one(machine: Machine) -> None:
    machine.stand_in("python3", "exit 1")
    newer = machine.stand_in("python3.12")
    assert machine.run("find_python").stdout.strip() == str(newer)


def test_python_without_venv_names_its_package(machine: Machine) -> None:
    machine.stand_in("apt-get")
    machine.stand_in(
        "python3", 'case "$*" in *ensurepip*) exit 1 ;; *print*) echo python3.11-venv ;; esac'
    )
    done = machine.run("make_venv")
    assert "cannot make virtual environments" in done.stderr
    assert "apt-get install -y python3.11-venv" in done.stderr


def test_broken_environment_is_made_anew(machine: Machine) -> None:
    machine.python(works=False)
    machine.stand_in("python3")
    assert machine.run("make_venv").returncode == 0
    assert any("-m venv" in call for call in machine.noted())
    assert not (machine.root / ".venv" / "bin" / "python").exists()


def test_checkout_that_cannot_be_written_is_told_with_a_way_out(machine: Machine) -> None:
    machine.stand_in("python3")
    done = machine.run("mkdir() { return 1; }; make_venv")
    assert done.returncode == 7
    assert f"the folder {machine.root} cannot be written → mend its rights, or copy" in done.stderr


def test_home_that_nobody_set_is_found(machine: Machine) -> None:
    done = machine.run('echo "$HOME"', {"HOME": "", "XDG_CACHE_HOME": str(machine.home)})
    assert done.stdout.strip() == pwd.getpwuid(os.getuid()).pw_dir


def test_environment_that_was_interrupted_in_the_making_is_made_anew(machine: Machine) -> None:
    machine.python()
    (machine.root / ".venv" / ".unfinished").touch()
    machine.stand_in("python3")
    assert machine.run("make_venv").returncode == 0
    assert any("-m venv" in call for call in machine.noted())


def test_working_environment_is_kept(machine: Machine) -> None:
    machine.python()
    assert machine.run("make_venv").returncode == 0
    assert (machine.root / ".venv" / "bin" / "python").exists()


def test_environment_without_its_configuration_is_none(machine: Machine) -> None:
    """Its Python would be the one it was made from, and pip would install there."""
    base = Path(sys.base_prefix)
    folder = machine.root / ".venv"
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "python").symlink_to(base / "bin" / "python3")
    assert machine.run("venv_works").returncode != 0
    settings = f"home = {base / 'bin'}\ninclude-system-site-packages = true\n"
    (folder / "pyvenv.cfg").write_text(settings)
    assert machine.run("venv_works").returncode == 0


def test_pip_is_kept_to_the_environment(machine: Machine) -> None:
    assert "PIP_REQUIRE_VIRTUALENV=1" in machine.run("env").stdout


def test_half_deleted_environment_does_not_look_like_one(machine: Machine) -> None:
    machine.python()
    machine.run("rm() { :; }; remove_venv")
    assert not (machine.root / ".venv").exists()
    assert (machine.root / ".venv.old").exists()
    machine.run("remove_venv")
    assert not (machine.root / ".venv.old").exists()


def test_full_disk_is_told_before_the_work(machine: Machine) -> None:
    machine.stand_in("df", "printf 'h\\nx 1 1 2048 1 /\\n'")
    done = machine.run(f"require_room '{machine.root}' 1500 'the Python environment'")
    assert done.returncode == 7
    assert "needs 1500 MB" in done.stderr
    assert "2 MB are free" in done.stderr


def test_cache_that_cannot_be_written_is_told_with_a_way_out(machine: Machine) -> None:
    (machine.home / ".cache").write_text("in the way")
    done = machine.run("true")
    assert done.returncode == 7
    assert "XDG_CACHE_HOME" in done.stderr
    assert done.stderr.strip().count("\n") == 0


def test_missing_portaudio_does_not_stop_the_set_up(machine: Machine) -> None:
    done = machine.run(
        "look_for_portaudio() { apt_install libportaudio2 || say missing; }; look_for_portaudio"
    )
    assert done.returncode == 0


def test_finished_set_up_is_not_repeated(machine: Machine) -> None:
    builder(machine, dies="nothing")
    setup = machine.root / "installers"
    setup.mkdir()
    (setup / "setup.sh").write_text("")
    assert machine.run("set_up test").returncode == 0
    n_calls = len(machine.noted())
    done = machine.run('set_up ""')
    assert done.returncode == 0
    assert done.stderr == ""
    assert not any(" install " in call for call in machine.noted()[n_calls:])


def test_packages_are_kept_for_the_next_checkout(machine: Machine) -> None:
    builder(machine, dies="nothing")
    machine.run("set_up_engine")
    shelf = next((machine.cache / "packages").iterdir())
    assert [wheel.name for wheel in shelf.iterdir()] == ["numpy-2.whl"]
    n_calls = len(machine.noted())
    assert machine.run("set_up_engine").returncode == 0
    assert not any(" wheel " in call for call in machine.noted()[n_calls:])


def test_packages_nobody_has_used_for_a_month_are_dropped(machine: Machine) -> None:
    builder(machine, dies="nothing")
    old = machine.cache / "packages" / "cp39-of-old"
    old.mkdir(parents=True)
    os.utime(old, (0, 0))
    machine.run("set_up_engine")
    assert not old.exists()
    assert len(list((machine.cache / "packages").iterdir())) == 1


def test_changed_dependencies_set_up_again(machine: Machine) -> None:
    builder(machine, dies="nothing")
    (machine.root / "installers").mkdir()
    (machine.root / "installers" / "setup.sh").write_text("")
    machine.run('set_up ""')
    (machine.root / "pyproject.toml").write_text('"x", "llama-cpp-python==0.3.36",\n')
    assert "Kairo is installed" in machine.run('set_up ""').stderr


def test_packages_that_cannot_be_had_end_with_6(machine: Machine) -> None:
    machine.python('*" wheel "*) echo "ERROR: No route to the index" >&2; exit 1 ;;')
    done = machine.run("find_abi; install_kairo /nowhere")
    assert done.returncode == 6
    assert "ERROR: No route to the index" in done.stderr


def _interrupted(machine: Machine, code: str, seconds: float) -> tuple[int, str]:
    """Run `code` in a terminal's own process group and press Ctrl-C after a while."""
    setup = REPOSITORY / "installers" / "setup.sh"
    prelude = f"set -euo pipefail; root='{machine.root}'; . '{setup}'\n"
    # A shell that starts with SIGINT ignored, as a background job does, could not be interrupted.
    heeding = ["/usr/bin/env", "--default-signal=INT"]
    with subprocess.Popen(
        [*heeding, "/bin/bash", "-c", prelude + code],
        env={"HOME": str(machine.home), "PATH": str(machine.bin)},
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    ) as child:
        Event().wait(seconds)
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGINT)
        _, said = child.communicate(timeout=30)
    return child.returncode, said


def test_interrupted_set_up_says_how_to_go_on(machine: Machine) -> None:
    code, said = _interrupted(
        machine, "make_cache; trap interrupted INT TERM; logged waiting sleep 30", 1.5
    )
    assert code == -signal.SIGINT
    assert "interrupted → run the same command again, it goes on where it stopped" in said


@pytest.mark.long
def test_set_up_survives_ten_interruptions_at_random_moments(machine: Machine) -> None:
    builder(machine, dies="GGML_NATIVE=ON")
    (machine.root / "installers").mkdir()
    (machine.root / "installers" / "setup.sh").write_text("")
    python = machine.root / ".venv" / "bin" / "python"
    python.write_text(python.read_text().replace("case ", "sleep 0.3\ncase ", 1))
    moments = random.Random(11)
    for _ in range(10):
        _interrupted(machine, 'set_up ""', moments.uniform(0.1, 3.0))
    assert machine.run('set_up ""').returncode == 0
    assert len(list(machine.cache.glob("wheels/*/safe-*/proven"))) == 1
    assert "GGML_NATIVE=OFF" in (machine.root / "installed").read_text()


def test_ci_calls_the_command_that_everybody_calls() -> None:
    assert (REPOSITORY / ".ci" / "run").read_text().rstrip().endswith("exec ./installers/test")


@pytest.mark.parametrize(
    "words",
    [
        "Kairo needs Python 3.11 or newer, and there is none",
        "could not be made",
        "a C++ compiler is missing, to build the language engine",
        "build for exactly this CPU does not work here",
        "once more, with safer flags",
        "the GPU build does not work here either; building for the CPU",
        "the language engine could not be built",
        "check the connection to the package index (details: $",
        "another set-up is at work; waiting for it",
        "free some room there and run the same command again",
        "PIP_REQUIRE_VIRTUALENV",
        "sys.prefix == sys.base_prefix",
        "Kairo is installed",
    ],
)
def test_both_set_ups_say_and_do_the_same(words: str) -> None:
    for name in ("setup.sh", "run.ps1"):
        assert words in (REPOSITORY / "installers" / name).read_text(encoding="utf-8")


def test_powershell_reads_the_version_of_the_engine_from_the_project() -> None:
    text = (REPOSITORY / "installers" / "run.ps1").read_text(encoding="utf-8")
    assert "'llama-cpp-python==([0-9.]+)'" in text
