import contextlib
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from kairo_desktop.errors import SettingsError
from kairo_desktop.settings.fields import SettingField, Value, fields_of_schema
from kairo_desktop.settings.paths import Paths
from kairo_desktop.settings.schema import Settings
from kairo_desktop.settings.store import load_settings, settings_file
from kairo_desktop.ui.settings.desk import SettingsDesk
from tests.ui.settings.conftest import field_of

_N_CTX = field_of("llm.n_ctx")
_OPACITY = field_of("overlay.opacity")
_BROKEN = "overlay = [1, 2\n# my own words\n"


@pytest.fixture
def desk(qapp: object, paths: Paths) -> SettingsDesk:
    return SettingsDesk(Settings(), paths)


def _write(paths: Paths, text: str) -> Path:
    file = settings_file(paths)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def test_a_change_is_told_at_once_and_saved_a_moment_later(
    desk: SettingsDesk, paths: Paths, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(desk.saved) as saved, qtbot.waitSignal(desk.changed) as changed:
        desk.put(_N_CTX, 2048)
        assert not settings_file(paths).exists()
    assert changed.args[0].llm.n_ctx == 2048
    assert saved.args == [False]
    assert load_settings(paths) == desk.settings


def test_what_is_felt_at_once_says_so(desk: SettingsDesk, qtbot: QtBot) -> None:
    with qtbot.waitSignal(desk.saved) as saved:
        desk.put(_OPACITY, 0.5)
    assert saved.args == [True]


def test_a_refused_value_changes_nothing(desk: SettingsDesk, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(desk.changed), pytest.raises(SettingsError, match="256"):
        desk.put(_N_CTX, 7)
    assert desk.value(_N_CTX) == 4096


def test_the_same_value_is_no_change(desk: SettingsDesk, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(desk.changed):
        desk.put(_N_CTX, 4096)
    desk.save()
    assert desk.settings == Settings()


def test_comments_and_unknown_names_survive(desk: SettingsDesk, paths: Paths) -> None:
    file = _write(paths, "# mine\n[later]\nx = 1\n")
    desk.look()
    assert desk.unknown == ("later",)
    desk.put(_OPACITY, 0.5)
    desk.save()
    text = file.read_text()
    assert "# mine" in text
    assert "x = 1" in text
    assert "opacity = 0.5" in text


@pytest.mark.parametrize("text", [_BROKEN, "schema_version = 99\n", "[llm]\nn_ctx = 'many'\n"])
def test_a_file_that_cannot_be_understood_locks_and_stays(
    desk: SettingsDesk, paths: Paths, qtbot: QtBot, text: str
) -> None:
    file = _write(paths, text)
    with qtbot.waitSignal(desk.stuck) as stuck:
        desk.look()
    assert isinstance(stuck.args[0], SettingsError)
    assert desk.read_only
    with pytest.raises(SettingsError):
        desk.put(_OPACITY, 0.5)
    desk.save()
    assert file.read_text() == text


def test_a_file_that_breaks_while_a_change_waits_is_not_lost_and_neither_is_the_change(
    desk: SettingsDesk, paths: Paths, qtbot: QtBot
) -> None:
    desk.put(_OPACITY, 0.5)
    file = _write(paths, _BROKEN)
    desk.save()
    assert file.read_text() == _BROKEN
    with pytest.raises(SettingsError):
        desk.put(_OPACITY, 0.6)
    _write(paths, "# mended\n")
    with qtbot.waitSignal(desk.saved):
        desk.retry()
    assert not desk.read_only
    assert file.read_text().startswith("# mended")
    assert load_settings(paths).overlay.opacity == 0.5


def test_a_folder_that_cannot_be_written_is_told_and_tried_again(
    desk: SettingsDesk, paths: Paths, qtbot: QtBot
) -> None:
    paths.config.write_text("a file where the folder should be")
    desk.put(_OPACITY, 0.5)
    with qtbot.waitSignal(desk.stuck) as stuck:
        desk.save()
    assert stuck.args[0] is not None
    assert desk.settings.overlay.opacity == 0.5
    paths.config.unlink()
    with qtbot.waitSignal(desk.saved):
        desk.retry()
    assert load_settings(paths).overlay.opacity == 0.5


def test_settings_changed_elsewhere_are_taken_over(
    desk: SettingsDesk, paths: Paths, qtbot: QtBot
) -> None:
    desk.look()
    _write(paths, "[llm]\nn_ctx = 512\n")
    with qtbot.waitSignals([desk.changed, desk.chosen]):
        desk.look()
    assert desk.value(_N_CTX) == 512
    with qtbot.assertNotEmitted(desk.changed):
        desk.show_settings(desk.settings)
    with qtbot.assertNotEmitted(desk.chosen), qtbot.waitSignal(desk.changed):
        desk.show_settings(Settings())


def test_what_is_in_force_holds_while_the_file_says_nothing_new(paths: Paths, qtbot: QtBot) -> None:
    overlay = Settings().overlay.model_copy(update={"compact": True})
    desk = SettingsDesk(Settings(overlay=overlay), paths)
    with qtbot.assertNotEmitted(desk.changed):
        desk.look()
        desk.look()
    desk.put(_OPACITY, 0.5)
    desk.save()
    assert load_settings(paths).overlay.compact
    with qtbot.assertNotEmitted(desk.chosen):
        desk.look()


_ANYTHING = st.one_of(
    st.booleans(), st.integers(), st.floats(), st.text(), st.lists(st.text()).map(tuple)
)


@given(st.lists(st.tuples(st.sampled_from(fields_of_schema()), _ANYTHING), max_size=8))
def test_whatever_is_put_the_file_reads_back_as_what_is_in_force(
    changes: list[tuple[SettingField, Value]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        paths = Paths(Path(folder), Path(folder), Path(folder), Path(folder))
        desk = SettingsDesk(Settings(), paths)
        for field, value in changes:
            with contextlib.suppress(SettingsError):
                desk.put(field, value)
        desk.save()
        assert load_settings(paths) == desk.settings
