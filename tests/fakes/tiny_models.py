"""Tiny model files for tests that go through the real engine."""

from pathlib import Path

import numpy as np
from gguf import GGUFWriter, TokenType

from kairo_desktop.llama.tiny_model import TinyModel, write_tiny_model

_WIDTH, _INNER, _STATE, _CONV, _RANK = 64, 128, 16, 4, 4


def tiny(folder: Path, name: str = "tiny.gguf", shape: TinyModel | None = None) -> Path:
    """A llama."""
    path = folder / name
    write_tiny_model(path, shape)
    return path


def tiny_recurrent(folder: Path) -> Path:
    """A mamba, whose memory is a running state."""
    path = folder / "tiny-mamba.gguf"
    writer = GGUFWriter(path, "mamba")
    writer.add_context_length(1024)
    writer.add_embedding_length(_WIDTH)
    writer.add_feed_forward_length(0)
    writer.add_head_count(0)
    writer.add_block_count(1)
    writer.add_ssm_conv_kernel(_CONV)
    writer.add_ssm_inner_size(_INNER)
    writer.add_ssm_state_size(_STATE)
    writer.add_ssm_time_step_rank(_RANK)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list([chr(256 + i) for i in range(256)] + ["<|end|>"])
    writer.add_token_types([TokenType.NORMAL] * 256 + [TokenType.CONTROL])
    writer.add_token_merges(["t h"])
    writer.add_eos_token_id(256)
    writer.add_chat_template("{{ messages[0].content }}")
    rng = np.random.default_rng(0)
    shapes = {
        "token_embd.weight": (257, _WIDTH),
        "output_norm.weight": (_WIDTH,),
        "output.weight": (257, _WIDTH),
        "blk.0.attn_norm.weight": (_WIDTH,),
        "blk.0.ssm_in.weight": (2 * _INNER, _WIDTH),
        "blk.0.ssm_conv1d.weight": (_INNER, _CONV),
        "blk.0.ssm_conv1d.bias": (_INNER,),
        "blk.0.ssm_x.weight": (_RANK + 2 * _STATE, _INNER),
        "blk.0.ssm_dt.weight": (_INNER, _RANK),
        "blk.0.ssm_dt.bias": (_INNER,),
        "blk.0.ssm_a": (_INNER, _STATE),
        "blk.0.ssm_d": (_INNER,),
        "blk.0.ssm_out.weight": (_WIDTH, _INNER),
    }
    for key, shape in shapes.items():
        writer.add_tensor(key, rng.normal(0, 0.1, shape).astype(np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
