import pytest
from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.errors import SettingsError
from kairo_desktop.settings.fields import (
    FieldKind,
    SettingField,
    Value,
    fields_of_schema,
    value_of,
    with_value,
)
from kairo_desktop.settings.overlay import OverlaySettings
from kairo_desktop.settings.schema import Settings

_FIELDS = fields_of_schema()
_BY_KEY = {field.key: field for field in _FIELDS}


def _values(field: SettingField) -> st.SearchStrategy[Value]:
    """Values that a widget of that kind can hold, allowed and not."""
    match field.kind:
        case FieldKind.SWITCH:
            return st.booleans()
        case FieldKind.WHOLE:
            return st.integers(-10, 200_000)
        case FieldKind.DECIMAL:
            return st.floats(-1.0, 100.0)
        case FieldKind.CHOICE:
            return st.sampled_from((*field.choices, "something else"))
        case FieldKind.TEXT:
            return st.text(max_size=20)
        case FieldKind.WORDS:
            return st.lists(st.text(max_size=9), max_size=3).map(tuple)


def test_every_setting_is_described_once() -> None:
    assert len(_BY_KEY) == len(_FIELDS)
    assert all(field.title and field.description.strip() for field in _FIELDS)
    assert "schema_version" not in {field.name for field in _FIELDS}


@pytest.mark.parametrize("field", _FIELDS, ids=lambda field: field.key)
def test_default_is_what_the_schema_says_and_may_be_set(field: SettingField) -> None:
    assert value_of(Settings(), field) == field.default
    assert with_value(Settings(), field, field.default) == Settings()


def test_bounds_choices_and_units_are_those_of_the_schema() -> None:
    n_ctx, top_p = _BY_KEY["llm.n_ctx"], _BY_KEY["llm.top_p"]
    assert (n_ctx.kind, n_ctx.low, n_ctx.high) == (FieldKind.WHOLE, 256, 131072)
    assert (top_p.kind, top_p.low, top_p.high) == (FieldKind.DECIMAL, 0.0, 1.0)
    assert _BY_KEY["llm.seed"].high is None
    assert _BY_KEY["overlay.theme"].choices == ("system", "light", "dark", "high_contrast")
    assert _BY_KEY["llm.drafter"].choices == ("auto", "none", "lookup", "draft")
    assert _BY_KEY["asr.update_ms"].unit == "ms"
    assert _BY_KEY["asr.window_s"].unit == "s"
    assert _BY_KEY["privacy.keep_days"].unit == "days"
    assert _BY_KEY["llm.temperature"].unit == ""
    assert _BY_KEY["asr.vocabulary"].kind is FieldKind.WORDS


@given(st.data())
def test_a_value_is_set_alone_or_refused_with_a_rule(data: st.DataObject) -> None:
    field = data.draw(st.sampled_from(_FIELDS))
    value = data.draw(_values(field))
    refusal, changed = "", Settings()
    try:
        changed = with_value(Settings(), field, value)
    except SettingsError as error:
        refusal = error.message
    assert refusal == "" or refusal.endswith(".")
    assert "Input should" not in refusal
    assert value_of(changed, field) == (field.default if refusal else value)
    for other in _FIELDS:
        if other is not field:
            assert value_of(changed, other) == other.default


def test_refusal_is_worded_like_that_of_the_file() -> None:
    with pytest.raises(SettingsError, match="It has to be greater than or equal to 256"):
        with_value(Settings(), _BY_KEY["llm.n_ctx"], 7)
    with pytest.raises(SettingsError, match="It has to be 'system', 'light', 'dark' or"):
        with_value(Settings(), _BY_KEY["overlay.theme"], "pink")


def test_names_of_a_newer_kairo_stay() -> None:
    overlay = OverlaySettings.model_validate({"later": 1})
    settings = Settings.model_validate({"overlay": overlay, "other": {"x": 1}})
    changed = with_value(settings, _BY_KEY["overlay.opacity"], 0.5)
    assert changed.overlay.model_extra == {"later": 1}
    assert changed.model_extra == {"other": {"x": 1}}
