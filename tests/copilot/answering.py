"""Answers as a model writes them, and the points that come of them."""

from functools import partial

from kairo_desktop.copilot.evidence import Evidence
from kairo_desktop.copilot.points import Points, PointsOptions
from kairo_desktop.types import Context, Kind, TalkingPoint, TokenRun
from tests.copilot.examples import LATENCY_NOTE, context, question
from tests.fakes.byte_tokenizer import ByteTokenizer

TOKENIZER = ByteTokenizer()
options = partial(PointsOptions, least_points=0)
DESIGN = context(question("how would you design a cache", Kind.SYSTEM_DESIGN))
STORY = context(None, LATENCY_NOTE)
FRAME = context()
WHO = context(question("what are you looking for", Kind.BACKGROUND), LATENCY_NOTE)
AD = "Reduced queries from clusters. Perfectly ordinary little words that goes. You used Kafka."


def run(
    answer: str, cuts: list[int], asked: Context, least: int = 0
) -> tuple[Points, list[TalkingPoint]]:
    """All snapshots of an answer whose tokens come in runs that end at `cuts`."""
    tokens = TOKENIZER.encode(answer, special=True)
    ad = options(profile=Evidence.of(AD), resume=Evidence())
    points = Points(7, TOKENIZER, asked, ad if asked is WHO else options(least_points=least))
    given: list[TalkingPoint] = []
    ends = sorted({min(cut, len(tokens)) for cut in cuts} | {len(tokens)})
    for begin, end in zip([0, *ends], ends, strict=False):
        given.extend(points.step(TokenRun(tokens[begin:end])))
    given.extend(points.flush())
    return points, given


def last(snapshots: list[TalkingPoint]) -> list[TalkingPoint]:
    return [point for _, point in sorted({point.index: point for point in snapshots}.items())]


def texts(answer: str, asked: Context = DESIGN) -> list[str]:
    return [point.text for point in last(run(answer, list(range(len(answer) * 4)), asked)[1])]
