"""Packages of the system that windows need, and that their tests need."""

import re

from kairo_desktop.ui.platform import PACKAGES
from tests.installers.conftest import REPOSITORY, Machine

_LACKS = 'has_library() { case "$1" in libEGL*|libxcb-icccm*) return 1 ;; esac; }\n'


def test_only_what_is_missing_is_installed(machine: Machine) -> None:
    done = machine.run(_LACKS + 'apt_install() { say "apt $*"; }; look_for_window_libraries')
    assert "apt libegl1 libxcb-icccm4\n" in done.stderr


def test_where_nothing_may_be_installed_the_terminal_still_works(machine: Machine) -> None:
    done = machine.run(_LACKS + "apt_install() { return 1; }; look_for_window_libraries")
    assert done.returncode == 0
    assert "Kairo works in the terminal" in done.stderr
    assert "libegl1 libxcb-icccm4" in done.stderr


def test_a_whole_system_is_left_alone(machine: Machine) -> None:
    done = machine.run("has_library() { true; }; look_for_window_libraries")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_missing_program_of_the_test_desktop_brings_all_of_it(machine: Machine) -> None:
    done = machine.run('apt_install() { say "apt $*"; }; look_for_test_desktop')
    assert done.stderr.count("apt ") == 1
    assert "xvfb openbox picom tint2" in done.stderr


def test_set_up_and_desktop_name_the_same_packages() -> None:
    script = (REPOSITORY / "installers" / "setup.sh").read_text(encoding="utf-8")
    listed = re.search(r'qt_libraries="([^"]+)"', script)
    assert listed is not None
    assert [pair.split(":")[1] for pair in listed[1].split()] == list(PACKAGES)
