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
        description="Writes the talking points. A larger one answers better, and later.",
    )
    draft: str = Field(
        "",
        title="Draft model",
        description="A small model that guesses ahead, so that answers come sooner. They stay the "
        "same.",
    )
    drafter: DraftKind = Field(
        DraftKind.AUTO,
        title="Guess ahead by",
        description="Where words are guessed ahead, answers come sooner. They stay the same.",
    )
    max_draft: int = Field(
        8,
        ge=0,
        le=32,
        title="Longest guess",
        description="Tokens that are guessed at a time, at most.",
    )
    draft_p_min: float = Field(
        0.3,
        ge=0.0,
        le=1.0,
        title="Stop guessing below",
        description="The draft model guesses on while it is at least this sure. With less it goes "
        "further, and is wrong more often.",
    )
    n_ctx: int = Field(
        4096,
        ge=256,
        le=131072,
        title="Context length",
        description="Tokens that the model can read at once: notes, question and answer. More "
        "takes more memory.",
    )
    type_k: KvType = Field(
        KvType.AUTO,
        title="Cache type of keys",
        description="How the model keeps what it has read. Smaller types take less memory and "
        "lose a little.",
    )
    type_v: KvType = Field(
        KvType.AUTO,
        title="Cache type of values",
        description="The second half of the same. Smaller types take less memory and lose a "
        "little.",
    )
    draft_type_k: KvType = Field(
        KvType.AUTO,
        title="Draft cache: keys",
        description="The same for the draft model.",
    )
    draft_type_v: KvType = Field(
        KvType.AUTO,
        title="Draft cache: values",
        description="The same for the draft model.",
    )
    n_gpu_layers: int = Field(
        -1,
        ge=-1,
        title="Layers on the GPU",
        description="How much of the model runs on the graphics card; -1 is as much as fits.",
    )
    draft_n_gpu_layers: int = Field(
        -1,
        ge=-1,
        title="Draft layers on the GPU",
        description="How much of the draft model runs on the graphics card; -1 is as much as fits.",
    )
    threads: int = Field(
        0,
        ge=0,
        le=256,
        title="Processor threads",
        description="Processor threads that write answers.",
    )
    temperature: float = Field(
        0.0,
        ge=0.0,
        le=2.0,
        title="Temperature",
        description="At 0 the same question gets the same answer; with more, answers vary.",
    )
    top_k: int = Field(
        40,
        ge=0,
        title="Top k",
        description="How many of the likeliest words are chosen from. Counts where the "
        "temperature is above 0.",
    )
    top_p: float = Field(
        0.95,
        gt=0.0,
        le=1.0,
        title="Top p",
        description="The likeliest words that make up this share are chosen from. Counts where "
        "the temperature is above 0.",
    )
    min_p: float = Field(
        0.05,
        ge=0.0,
        lt=1.0,
        title="Min p",
        description="Words less likely than this share of the likeliest one are left out. Counts "
        "where the temperature is above 0.",
    )
    repeat_penalty: float = Field(
        1.0,
        ge=1.0,
        le=2.0,
        title="Repetition penalty",
        description="Keeps an answer from saying the same words again; 1 does nothing.",
    )
    seed: int = Field(
        0,
        ge=0,
        title="Seed",
        description="Another number gives other answers. Counts where the temperature is above 0.",
    )
    max_answer_tokens: int = Field(
        160,
        ge=16,
        le=2048,
        title="Longest answer",
        description="Where an answer ends at the latest. A token is about three quarters of a "
        "word.",
    )
    keep_prefix: bool = Field(
        default=True,
        title="Reuse the common beginning",
        description="Read only what is new since the question before, so that answers come sooner.",
    )
