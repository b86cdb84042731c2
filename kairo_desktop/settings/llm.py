"""Settings of the language model."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["DraftKind", "KvType", "LlmSettings"]


class KvType(StrEnum):
    """How one side of the key-value cache is stored."""

    AUTO = "auto"
    """Small where a GPU computes, f16 on a CPU, which reads quantized caches at half the speed."""
    F16 = "f16"
    Q8_0 = "q8_0"
    Q5_1 = "q5_1"
    Q4_0 = "q4_0"


class DraftKind(StrEnum):
    """Where guesses at the next tokens come from; the answer is the same with all of them."""

    AUTO = "auto"
    """What measured fastest on this machine, nothing at all included."""
    NONE = "none"
    LOOKUP = "lookup"
    """What followed the same words in the prompt, the notes or the answer."""
    MODEL = "draft"
    """The draft model."""


class LlmSettings(BaseModel):
    """The target model, its draft, its cache and how it samples."""

    model_config = ConfigDict(frozen=True, extra="allow")

    model: str = Field(
        "qwen2.5-coder-1.5b-instruct",
        title="Answering model",
        description="What writes the talking points.",
    )
    draft: str = Field(
        "",
        title="Draft model",
        description="A small model that guesses ahead, for speed; empty guesses from the text.",
    )
    drafter: DraftKind = Field(
        DraftKind.AUTO,
        title="Guess ahead by",
        description="Source of guesses at the next tokens, to save passes.",
    )
    max_draft: int = Field(
        8,
        ge=0,
        le=32,
        title="Longest guess",
        description="Longest guess, in tokens; 0 turns it off.",
    )
    draft_p_min: float = Field(
        0.3,
        ge=0.0,
        le=1.0,
        title="Stop guessing below",
        description="Probability at which the draft model stops guessing.",
    )
    n_ctx: int = Field(
        4096, ge=256, le=131072, title="Context length", description="Context length in tokens."
    )
    type_k: KvType = Field(
        KvType.AUTO, title="Cache type of keys", description="Storage of the keys in the cache."
    )
    type_v: KvType = Field(
        KvType.AUTO, title="Cache type of values", description="Storage of the values in the cache."
    )
    draft_type_k: KvType = Field(
        KvType.AUTO, title="Draft cache: keys", description="Keys in the draft model's cache."
    )
    draft_type_v: KvType = Field(
        KvType.AUTO, title="Draft cache: values", description="Values in the draft model's cache."
    )
    n_gpu_layers: int = Field(
        -1, ge=-1, title="Layers on the GPU", description="Layers on the GPU; -1 as many as fit."
    )
    draft_n_gpu_layers: int = Field(
        -1,
        ge=-1,
        title="Draft layers on the GPU",
        description="The draft model's layers on the GPU; -1 as many as fit.",
    )
    threads: int = Field(
        0,
        ge=0,
        le=256,
        title="Processor threads",
        description="CPU threads; 0 chooses for this machine.",
    )
    temperature: float = Field(0.0, ge=0.0, le=2.0, title="Temperature", description="0 is greedy.")
    top_k: int = Field(
        40, ge=0, title="Top k", description="Candidates kept when sampling; 0 keeps all."
    )
    top_p: float = Field(
        0.95, gt=0.0, le=1.0, title="Top p", description="Probability mass kept when sampling."
    )
    min_p: float = Field(
        0.05,
        ge=0.0,
        lt=1.0,
        title="Min p",
        description="Least share of the best candidate's probability.",
    )
    repeat_penalty: float = Field(
        1.0,
        ge=1.0,
        le=2.0,
        title="Repetition penalty",
        description="Holds back what the answer said lately; 1 does not.",
    )
    seed: int = Field(0, ge=0, title="Seed", description="Seed of the sampler.")
    max_answer_tokens: int = Field(
        160, ge=16, le=2048, title="Longest answer", description="Longest answer, in tokens."
    )
    keep_prefix: bool = Field(
        default=True,
        title="Reuse the common beginning",
        description="Keep in the cache what a prompt shares with the one before it.",
    )
