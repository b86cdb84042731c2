from kairo_desktop.settings.fields import fields_of_schema
from kairo_desktop.ui.settings.pages import PageName, by_part, felt_at_once, on_page

_FIELDS = fields_of_schema()


def test_every_setting_stands_on_one_page() -> None:
    keys = [field.key for page in PageName for field in on_page(_FIELDS, page)]
    assert sorted(keys) == sorted(field.key for field in _FIELDS)


def test_no_page_is_empty() -> None:
    assert all(on_page(_FIELDS, page) for page in PageName)


def test_pages_hold_what_they_are_named_after() -> None:
    assert [field.key for field in on_page(_FIELDS, PageName.AUDIO)] == [
        "audio.system_source",
        "audio.mic_source",
    ]
    assert {field.part for field in on_page(_FIELDS, PageName.HOTKEYS)} == {"hotkeys"}
    assert "llm.n_ctx" in {field.key for field in on_page(_FIELDS, PageName.ADVANCED)}


def test_parts_keep_their_order_and_lose_nothing() -> None:
    parts = by_part(_FIELDS)
    assert next(iter(parts)) == "audio"
    assert [field for fields in parts.values() for field in fields] == list(_FIELDS)


def test_only_what_the_desktop_itself_shows_is_felt_at_once() -> None:
    at_once = {field.part for field in _FIELDS if felt_at_once(field)}
    assert at_once == {"overlay", "hotkeys"}
