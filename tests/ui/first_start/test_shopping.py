from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.ui.first_start.shopping import Arrival, Basket, PrepareLine

OFFER = (
    PrepareLine("machine", available_bytes=9_000),
    PrepareLine("measured", name="a", tokens_per_s=20.0),
    PrepareLine("measured", name="b", rtf=0.02),
    PrepareLine("recommended", name="a", place="llm.model", n_bytes=1000),
    PrepareLine("recommended", name="b", place="asr.model", n_bytes=100, installed=True),
)


def _basket(*more: PrepareLine) -> Basket:
    basket = Basket()
    for line in (*OFFER, *more):
        basket = basket.take(line)
    return basket


def test_recommendations_tell_what_is_missing() -> None:
    basket = _basket()
    assert basket.missing == ("a",)
    assert basket.to_fetch_bytes == 1000
    assert not basket.complete
    assert basket.choices == {"llm.model": "a", "asr.model": "b"}
    assert (basket.available_bytes, basket.tokens_per_s) == (9_000, 20.0)


def test_a_model_that_comes_shows_its_share() -> None:
    basket = _basket(PrepareLine("moved", name="a", done_bytes=250))
    assert basket.wants[0].share == 0.25
    assert basket.to_fetch_bytes == 750


def test_size_is_learned_on_the_way() -> None:
    unknown = PrepareLine("recommended", name="c", place="llm.draft")
    basket = _basket(unknown)
    assert basket.wants[2].share == 0.0
    basket = basket.take(PrepareLine("moved", name="c", done_bytes=50, n_bytes=200))
    assert basket.wants[2].share == 0.25


def test_checked_bytes_have_all_come() -> None:
    basket = _basket(PrepareLine("checking", name="a", done_bytes=1, n_bytes=1000))
    assert basket.wants[0].share == 1.0
    assert basket.wants[0].state is Arrival.CHECKED
    assert basket.missing == ("a",)


def test_installed_model_completes_the_basket() -> None:
    basket = _basket(PrepareLine("installed", name="a"))
    assert basket.complete
    assert basket.to_fetch_bytes == 0
    assert basket.wants[0].share == 1.0


def test_an_empty_basket_is_not_complete() -> None:
    assert not Basket().complete


def test_measuring_anew_empties_the_basket() -> None:
    assert _basket(PrepareLine("machine", available_bytes=5)).wants == ()


def test_other_lines_change_nothing() -> None:
    basket = _basket()
    assert basket.take(PrepareLine("trying", name="a")) == basket
    assert basket.take(PrepareLine("moved", name="stranger", done_bytes=5)) == basket


_LINES = st.builds(
    PrepareLine,
    event=st.sampled_from(["moved", "checking", "installed", "trying", "fell_through", "?"]),
    name=st.sampled_from(["a", "b", "x"]),
    n_bytes=st.one_of(st.none(), st.integers(0, 5000)),
    done_bytes=st.integers(0, 5000),
)


@given(lines=st.lists(_LINES))
def test_shares_stay_between_nothing_and_all(lines: list[PrepareLine]) -> None:
    basket = _basket(*lines)
    assert all(0.0 <= want.share <= 1.0 for want in basket.wants)
    assert basket.complete == (not basket.missing)


def test_a_model_of_unknown_size_leaves_the_sum_unknown() -> None:
    unknown = PrepareLine("recommended", name="c", place="llm.draft")
    assert _basket(unknown).to_fetch_bytes is None
    assert _basket(unknown, PrepareLine("installed", name="c")).to_fetch_bytes == 1000


def test_what_came_before_is_not_counted_again() -> None:
    begun = PrepareLine("recommended", name="c", place="llm.draft", n_bytes=100, done_bytes=40)
    basket = _basket(begun)
    assert (basket.to_fetch_bytes, basket.begun) == (1060, True)
    assert not _basket().begun
