from kairo_desktop.copilot.examples import Examples

EXAMPLES = Examples.of(["Edge cases: an empty shelf and equal weights", "O(n) time, O(1) space"])


def test_an_example_with_a_word_changed_is_still_one() -> None:
    assert EXAMPLES.copied(["Edge", "cases:", "an", "empty", "list", "and", "equal", "weights"])


def test_a_point_that_only_begins_like_an_example_is_none() -> None:
    words = ["Edge", "cases:", "two", "ships", "that", "meet", "in", "the", "same", "minute"]
    copied = [EXAMPLES.copied(words[:end]) for end in range(2, len(words) + 1)]
    assert copied[0]
    assert not copied[-1]
    assert copied == sorted(copied, reverse=True)


def test_what_is_no_example_is_never_held_for_one() -> None:
    assert not EXAMPLES.copied(["O(n", "log", "n)", "time", "and", "O(1)", "space"])
    assert EXAMPLES.may_begin("Ed")
    assert not EXAMPLES.may_begin("Us")
