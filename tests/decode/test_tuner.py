import numpy as np
import pytest

from kairo_desktop.decode.cost import Costs
from kairo_desktop.decode.tuner import Acceptance, Offer, Tuner

FLAT = Costs((1, 9), (1.0, 1.0))
STEEP = Costs((1, 9), (1.0, 9.0))


def sure(rate: float) -> Acceptance:
    return Acceptance((rate, rate), weight=1e6)


def test_where_width_is_free_the_longest_guess_is_verified() -> None:
    choice = Tuner(FLAT).choose([Offer("lookup", sure(0.5), 0.0, 8)])
    assert choice is not None
    assert choice.k == 8


def test_where_width_costs_its_full_price_nothing_is_drafted() -> None:
    assert Tuner(STEEP).choose([Offer("lookup", sure(0.9), 0.0, 8)]) is None


def test_the_better_of_two_sources_is_taken() -> None:
    offers = [Offer("lookup", sure(0.3), 0.0, 8), Offer("model", sure(0.9), 0.05, 8)]
    choice = Tuner(FLAT).choose(offers)
    assert choice is not None
    assert choice.offer.kind == "model"


def test_a_dear_draft_model_is_left_off() -> None:
    assert Tuner(FLAT).choose([Offer("model", sure(0.7), 0.9, 8)]) is None


def test_without_an_offer_nothing_is_drafted() -> None:
    assert Tuner(FLAT).choose([]) is None
    assert not Tuner(FLAT).pays(Offer("model", sure(1.0), 0.0, 0))


def test_once_on_a_source_stays_on_until_it_loses() -> None:
    """Speed-ups of 1.03: not enough to be turned on, enough to stay."""
    tuner = Tuner(FLAT)
    weak, strong = Offer("lookup", sure(0.03), 0.0, 1), Offer("lookup", sure(0.5), 0.0, 1)
    losing = Offer("lookup", sure(0.03), 0.1, 1)
    assert not tuner.pays(weak)
    assert tuner.choose([weak]) is None
    assert tuner.choose([strong]) is not None
    assert tuner.pays(weak)
    assert tuner.choose([weak]) is not None
    assert tuner.choose([losing]) is None
    assert tuner.choose([weak]) is None


def test_acceptance_starts_as_believed_and_follows_what_is_seen() -> None:
    seen = Acceptance((0.9, 0.8))
    assert seen.rates == (0.9, 0.8)
    rng = np.random.default_rng(0)
    for _ in range(200):
        seen.observe(0, stood=bool(rng.random() < 0.3))
        seen.observe(3, stood=bool(rng.random() < 0.6))
    assert seen.rates == pytest.approx((0.3, 0.6), abs=0.15)


def test_what_was_seen_fades_towards_the_belief() -> None:
    seen = Acceptance((0.9, 0.9))
    for _ in range(50):
        seen.observe(0, stood=False)
    low = seen.rates[0]
    for _ in range(60):
        seen.fade(0.9)
    assert low < 0.2
    assert seen.rates[0] > 0.8


def test_passes_that_take_longer_than_measured_make_width_dearer() -> None:
    tuner = Tuner(FLAT)
    offer = Offer("lookup", sure(0.5), 0.0, 4)
    assert tuner.choose([offer]) is not None
    tuner.observe(5, 9.0)  # nothing to compare it with yet
    for _ in range(80):
        tuner.observe(1, 1.0)
        tuner.observe(5, 4.0)
    assert tuner.choose([offer]) is None


def test_passes_that_take_less_than_measured_make_width_cheaper() -> None:
    tuner = Tuner(STEEP)
    offer = Offer("lookup", sure(0.5), 0.0, 4)
    assert tuner.choose([offer]) is None
    for _ in range(80):
        tuner.observe(1, 1.0)
        tuner.observe(5, 1.1)
    assert tuner.choose([offer]) is not None


def test_a_single_slow_pass_changes_little() -> None:
    tuner = Tuner(Costs((1, 9), (1.0, 1.4)))
    offer = Offer("lookup", sure(0.6), 0.0, 4)
    tuner.observe(1, 1.0)
    tuner.observe(1, 50.0)
    tuner.observe(5, 50.0)
    assert tuner.choose([offer]) is not None


def test_what_passes_took_fades_towards_the_measurement() -> None:
    tuner = Tuner(FLAT)
    offer = Offer("lookup", sure(0.5), 0.0, 4)
    for _ in range(80):
        tuner.observe(1, 1.0)
        tuner.observe(5, 4.0)
    assert not tuner.pays(offer)
    for _ in range(40):
        tuner.fade(0.9)
    assert tuner.pays(offer)
