import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kairo_desktop.copilot.points import Points
from kairo_desktop.types import Context, Kind, Passage, PointState, TalkingPoint, TokenRun
from tests.copilot.answering import (
    DESIGN,
    FRAME,
    STORY,
    TOKENIZER,
    WHO,
    last,
    options,
    run,
    texts,
)
from tests.copilot.examples import context, question

FRAGMENTS = [
    " ", " ", " ", "\n", "\n- ", "- ", "-", "1. ", "2)", "**", "*", "`", "```", "```json\n",
    "```py\n", "### ", "Sure! ", "Here are some points:", "Here ", "Result:", "Question:",
    "Notes: ", "<think>", "</think>", "<", "<|im_end|>", "</s>", "[", '["', '", "', '"]', "{",
    '"points": ', "Reduced p95", "reduced", " from 2.3 s", " to 410 ms", " 411", " four", " fou",
    " the",
    "Goal:", "My notes:", "My ",
    " from", "Kafka", " GitHub", " log4j", " I ", " we used", " Google", ", and ",
    ". ", ".", ", ", ": ", "e.g. ", " because", "é", "日本", "…", "Database CPU fell", " queries",
    " 28 percent", "'s", '"', "(", ")",
    "a long tail of perfectly ordinary little words that goes on for rather a while here",
]  # fmt: skip
ANSWERS = st.lists(st.sampled_from(FRAGMENTS), max_size=40).map("".join)
CONTEXTS = st.sampled_from([DESIGN, STORY, FRAME, WHO])
LEAST = st.sampled_from([0, 3])


@settings(deadline=None)
@given(ANSWERS, st.lists(st.integers(0, 400), max_size=30), CONTEXTS, LEAST)
def test_the_points_are_the_same_for_any_split_of_the_tokens(
    answer: str, cuts: list[int], asked: Context, least: int
) -> None:
    whole = last(run(answer, [], asked, least)[1])
    assert last(run(answer, cuts, asked, least)[1]) == whole
    assert last(run(answer, list(range(1000)), asked, least)[1]) == whole


@settings(deadline=None)
@given(ANSWERS, CONTEXTS, LEAST)
def test_a_snapshot_only_ever_grows_and_indexes_count_up(
    answer: str, asked: Context, least: int
) -> None:
    shown: dict[int, TalkingPoint] = {}
    for point in run(answer, list(range(1000)), asked, least)[1]:
        assert point.index <= len(shown)
        before = shown.get(point.index)
        if before is not None:
            assert before.state is PointState.TENTATIVE
            assert point.text.startswith(before.text)
        shown[point.index] = point


@settings(deadline=None)
@given(ANSWERS, CONTEXTS, LEAST)
def test_an_answer_has_at_most_five_points_of_fifteen_words_and_all_end_final(
    answer: str, asked: Context, least: int
) -> None:
    points, snapshots = run(answer, [], asked, least)
    final = last(snapshots)
    assert len(final) <= 5
    assert all(0 < len(point.text.split()) <= 15 for point in final)
    assert all(point.state is PointState.FINAL for point in final)
    assert points.done


@settings(deadline=None)
@given(ANSWERS, CONTEXTS, LEAST)
def test_no_snapshot_shows_a_marker_or_a_template_token(
    answer: str, asked: Context, least: int
) -> None:
    for point in run(answer, list(range(1000)), asked, least)[1]:
        assert not point.text.startswith(("- ", "* ", "1. ", "**", "#"))
        assert "<|" not in point.text
        assert "<think>" not in point.text
        assert not re.search(r"\*\*(?!\w)|```", point.text)


@pytest.mark.parametrize(
    "answer",
    [
        " Use a heap\n- Keep it small\n- Evict the oldest",
        "Use a heap\n\nKeep it small\n\nEvict the oldest\n",
        "1. Use a heap\n2. Keep it small\n3. Evict the oldest",
        "1) **Use a heap**\n2) *Keep it small*\n3) `Evict the oldest`",
        "Sure! Here are three points:\n- Use a heap\n- Keep it small\n- Evict the oldest",
        '["Use a heap", "Keep it small", "Evict the oldest"]',
        '```json\n{"points": ["Use a heap", "Keep it small", "Evict the oldest"]}\n```',
        "<think>\n- what\n- they want</think>\n- Use a heap\n- Keep it small\n- Evict the oldest",
        "### Use a heap\n• Keep it small\n– Evict the oldest<|im_end|>- Nothing of this",
        " Use a heap\n- Use a heap\n- Keep it small\n- Evict the oldest\nQuestion: and then?",
    ],
)
def test_any_format_gives_the_same_points(answer: str) -> None:
    assert texts(answer) == ["Use a heap", "Keep it small", "Evict the oldest"]


def test_a_paragraph_is_cut_into_its_sentences() -> None:
    answer = "Start with the write path. Then put a cache before the reads. Measure e.g. the tail."
    assert texts(answer) == [
        "Start with the write path.",
        "Then put a cache before the reads.",
        "Measure e.g. the tail.",
    ]


def test_a_list_within_one_line_is_a_list() -> None:
    answer = "1. Use a small heap. 2. Keep it very small. 3. Evict the oldest one."
    assert texts(answer) == ["Use a small heap.", "Keep it very small.", "Evict the oldest one."]


def test_a_long_point_ends_at_a_clause_and_goes_on_in_the_next() -> None:
    answer = (
        " Put a cache before the database for hot keys, and then invalidate it on every write "
        "through a queue that nobody reads"
    )
    assert texts(answer) == [
        "Put a cache before the database for hot keys",
        "Then invalidate it on every write through a queue that nobody reads",
    ]


def test_what_goes_on_with_a_number_or_a_name_keeps_its_spelling() -> None:
    answer = (
        " Put a cache before the database for hot keys, 46 queries become one query per page load"
    )
    assert texts(answer)[1] == "46 queries become one query per page load"


def test_a_long_point_without_a_clause_does_not_end_on_a_word_that_needs_another() -> None:
    answer = (
        " Put one big cache right before that slow old database machine number three in the rack"
    )
    assert texts(answer) == [
        "Put one big cache right before that slow old database machine number three"
    ]


def test_a_label_on_its_own_line_joins_what_follows() -> None:
    assert texts("**Steps:**\n  - two heaps\n- Done") == ["Steps: two heaps", "Done"]


def test_a_label_that_is_not_the_note_s_own_is_left_out() -> None:
    assert texts("**Approach:**\n  - two heaps\n- Done") == ["Two heaps", "Done"]
    assert texts(" Quote latency: fell to 410 ms", STORY) == ["Fell to 410 ms"]
    cost = Passage("notes/cost.md", "Cloud", "Cost: 3 euro a month.")
    asked = context(question("what did it cost", Kind.BACKGROUND), cost)
    assert texts(" Cost: 3 euro a month", asked) == ["Cost: 3 euro a month"]


def test_a_word_is_shown_while_it_grows() -> None:
    points = Points(7, TOKENIZER, DESIGN, options())
    assert [p.text for p in points.step(TokenRun(tuple(b" Shard")))] == ["Shard"]
    assert [p.text for p in points.step(TokenRun(tuple(b" by")))] == []
    assert [p.text for p in points.step(TokenRun(tuple(b" user")))] == ["Shard by user"]


def test_a_number_is_shown_when_it_is_known_what_it_counts() -> None:
    points = Points(7, TOKENIZER, STORY, options())
    assert [p.text for p in points.step(TokenRun(tuple(b" Tracing showed 46 quer")))] == [
        "Tracing showed"
    ]
    assert [p.text for p in points.step(TokenRun(tuple(b"ies ")))] == ["Tracing showed 46 queries"]


def test_generating_may_stop_after_the_last_point() -> None:
    points = Points(7, TOKENIZER, DESIGN, options(max_points=2))
    list(points.step(TokenRun(tuple(b" One idea\n- Other idea"))))
    assert points.done == False  # noqa: E712
    list(points.step(TokenRun(tuple(b"\n- "))))
    assert points.done
    assert list(points.step(TokenRun(tuple(b"Third idea\n")))) == []
    assert list(points.flush()) == []


def test_of_a_long_line_no_more_points_are_made_than_wanted() -> None:
    points = Points(7, TOKENIZER, DESIGN, options(max_points=1))
    answer = b" Put a cache before the database for hot keys, and then drop it on every write later"
    assert [p.text for p in points.step(TokenRun(tuple(answer)))] == [
        "Put a cache before the database for hot keys"
    ]


def test_an_answer_without_a_point_stops_after_a_few_lines() -> None:
    points = Points(7, TOKENIZER, STORY, options())
    list(points.step(TokenRun(tuple(b"- 99\n" * 11))))
    assert points.done


def test_an_unsupported_word_ends_the_point_and_what_stands_stays() -> None:
    answer = (
        " Reduced p95 from 2.3 s to 410 ms\n- Database CPU fell on every single node by 43 percent"
        "\n- In 2019 alone"
    )
    assert texts(answer, STORY) == [
        "Reduced p95 from 2.3 s to 410 ms",
        "Database CPU fell on every single node",
    ]


def test_a_later_point_that_has_to_end_after_few_words_is_left_out() -> None:
    answer = " Reduced p95 to 410 ms\n- Load fell by 43 percent\n- I replaced the loop"
    assert texts(answer, STORY) == ["Reduced p95 to 410 ms", "I replaced the loop"]


def test_half_of_what_the_user_has_not_done_is_not_said() -> None:
    asked = context(question("have you used Kafka", Kind.BACKGROUND))
    assert texts(" I have experience with Kafka clusters", asked) == []
    assert texts(" I have not done this yet", asked) == ["I have not done this yet"]


def test_what_follows_an_unsupported_word_in_its_line_is_left_out() -> None:
    answer = " Replaced the loop by one query for 99 carriers, which was a lot of work, and slow"
    assert texts(answer, STORY) == ["Replaced the loop by one query"]


def test_code_is_no_point() -> None:
    answer = "Use a heap\n```python\nheapq.heappush(heap, x)\n```\n- Keep it small\n```c\nint x;"
    assert texts(answer) == ["Use a heap", "Keep it small"]


def test_a_list_number_after_a_label_is_left_out() -> None:
    assert texts("Routine: 1. Write the note") == ["Routine: Write the note"]


def test_after_a_clause_that_is_too_long_the_next_one_goes_on() -> None:
    answer = (
        " Put one big cache right before that slow old database machine number three in the rack "
        "room downstairs, then measure the hit rate for one week"
    )
    assert texts(answer) == [
        "Put one big cache right before that slow old database machine number three",
        "Measure the hit rate for one week",
    ]


def test_a_point_does_not_repeat_the_heading_of_a_note() -> None:
    assert texts(" Quote latency\n- Quote latency fell to 410 ms", STORY) == [
        "Quote latency fell to 410 ms"
    ]


def test_the_heading_of_a_note_is_no_part_of_a_point() -> None:
    answer = " [Quote latency] Cut p95 to 410 ms\n- [Quote latency (STAR)] 3. Replaced the loop"
    assert texts(answer, STORY) == ["Cut p95 to 410 ms", "Replaced the loop"]


def test_the_example_of_the_prompt_is_never_said() -> None:
    chosen = options(examples=("Bread had sold out",))
    points = Points(7, TOKENIZER, DESIGN, chosen)
    shown = [*points.step(TokenRun(tuple(b" Bread had sold out\n- Use a heap"))), *points.flush()]
    assert [point.text for point in last(shown)] == ["Use a heap"]


def test_an_example_of_the_prompt_is_not_said_with_a_word_changed() -> None:
    chosen = options(examples=("Keep the heaviest loaf on the counter",))
    points = Points(7, TOKENIZER, DESIGN, chosen)
    answer = b" Keep the heaviest item on the counter\n- Keep a heap of the newest keys"
    shown: list[TalkingPoint] = []
    for at in range(len(answer)):
        shown += points.step(TokenRun((answer[at],)))
    assert [point.text for point in last([*shown, *points.flush()])] == [
        "Keep a heap of the newest keys"
    ]
