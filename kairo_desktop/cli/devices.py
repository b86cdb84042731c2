"""`kairo devices`: what can be heard on this machine, and what of it is."""

from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from kairo_desktop.audio.sources import SoundSource, pick
from kairo_desktop.cli.loading import user_settings
from kairo_desktop.cli.options import AsJson
from kairo_desktop.cli.output import console, plain, write_json
from kairo_desktop.settings.audio import AudioSettings
from kairo_desktop.types import Lane

__all__ = ["devices"]

_LANES = {Lane.SYSTEM: ("interviewer", "cyan"), Lane.MIC: ("you", "green")}


def devices(as_json: AsJson = False) -> None:
    """List what can be heard: outputs for the interviewer, microphones for you."""
    settings = user_settings().audio
    from kairo_desktop.audio.backend_pulse import PulseBackend

    sources = PulseBackend(settings.latency_ms / 1000).sources()
    chosen = _chosen(sources, settings)
    if as_json:
        for source in sources:
            write_json(_facts(source, chosen=source.name in chosen))
        return
    console().print(_table(sources, chosen))
    for lane in Lane:
        if not any(source.name in chosen and source.lane is lane for source in sources):
            console().print(f"[yellow]Nothing is heard as {_LANES[lane][0]}.[/]")
    console().print(
        "[dim]▸ is heard. Choose others by name: kairo listen --system NAME --mic NAME[/]"
    )


def _chosen(sources: Iterable[SoundSource], settings: AudioSettings) -> set[str]:
    """Names of the sources that the settings mean now."""
    choices = {Lane.SYSTEM: settings.system_source, Lane.MIC: settings.mic_source}
    picked = [pick(sources, lane, choice) for lane, choice in choices.items()]
    return {source.name for source in picked if source is not None}


def _facts(source: SoundSource, *, chosen: bool) -> dict[str, object]:
    return {
        "lane": source.lane.value,
        "source": source.name,
        "description": source.description,
        "default": source.is_default,
        "chosen": chosen,
        "muted": source.muted,
    }


def _table(sources: Iterable[SoundSource], chosen: set[str]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for title in ("", "heard as", "source", "name", ""):
        table.add_column(title, overflow="fold")
    for source in sources:
        who, color = _LANES[source.lane]
        remarks = [*("default",) * source.is_default, *("muted",) * source.muted]
        table.add_row(
            "▸" if source.name in chosen else "",
            Text(who, color),
            Text(source.description, "bold" if source.name in chosen else ""),
            Text(plain(source.name), "dim"),
            Text(", ".join(remarks), "yellow" if source.muted else "dim"),
        )
    return table
