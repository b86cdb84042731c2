"""Which draft model can guess for which target."""

from kairo_desktop.errors import ModelUnfit
from kairo_desktop.gguf.header import GgufHeader

__all__ = ["check_pair"]

TOKENS = "tokenizer.ggml.tokens"
KINDS = "tokenizer.ggml.token_type"
SPECIAL = ("tokenizer.ggml.bos_token_id", "tokenizer.ggml.eos_token_id")


def check_pair(target: GgufHeader, draft: GgufHeader) -> None:
    """Make sure that both models mean the same by every token they have in common.

    Vocabularies of one family often differ in padding at their end; the range in common counts.

    Raises:
        ModelUnfit: they do not.
    """
    if _differ(target, draft):
        raise ModelUnfit(
            f"{draft.path.stem} cannot draft for {target.path.stem}: they use different tokens.",
            cure="Choose a draft of the same family, or none: llm.draft = ''.",
        )


def _differ(target: GgufHeader, draft: GgufHeader) -> bool:
    for key in (TOKENS, KINDS):
        left, right = target.array(key), draft.array(key)
        if left is None or right is None:
            return True
        n = min(left.n, right.n)
        if left.kind != right.kind or left.head(n) != right.head(n):
            return True
    return any(target.number(key, -1) != draft.number(key, -1) for key in SPECIAL)
