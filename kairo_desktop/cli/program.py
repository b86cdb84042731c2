"""The `kairo` program: its verbs, and the one place where errors become words."""

import errno
import logging
import sys
from typing import NoReturn

import typer
from typer.exceptions import TyperException

from kairo_desktop import __version__
from kairo_desktop.cli.interrupt import INTERRUPTED
from kairo_desktop.cli.logs import log_file, start_log
from kairo_desktop.cli.outlet import explain_stdout, settle_stdout, speak_any_encoding
from kairo_desktop.cli.output import complain, write_line
from kairo_desktop.cli.verbs import Verbs
from kairo_desktop.errors import DiskError, KairoError, UsageError
from kairo_desktop.settings.paths import Paths
from kairo_desktop.supervisor.hygiene import no_core_files

__all__ = ["app", "main"]

logger = logging.getLogger(__name__)

app = typer.Typer(
    name="kairo",
    cls=Verbs,
    help="An interview copilot that runs on your own machine.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    version: bool = typer.Option(False, "--version", help="Say the version and leave."),
) -> None:
    if version:
        write_line(f"kairo {__version__}")
    elif context.invoked_subcommand is None:
        from kairo_desktop.cli.run import tell_or_be

        tell_or_be()
    else:
        return
    raise typer.Exit


def main() -> NoReturn:
    """Run the program; ends the process with the exit code of what happened."""
    no_core_files()
    speak_any_encoding()
    explain_stdout()
    paths = Paths.of_user()
    start_log(paths.logs)
    as_json = "--json" in sys.argv
    try:
        result = app(prog_name="kairo", standalone_mode=False)
    except KairoError as error:
        logger.warning("ended by %s", type(error).__name__)
        complain(error, as_json=as_json)
        raise SystemExit(error.exit_code) from None
    except typer.Abort:
        _interrupted()
    except TyperException as error:
        complain(UsageError(error.format_message(), cure="See kairo --help."), as_json=as_json)
        raise SystemExit(UsageError.exit_code) from None
    except KeyboardInterrupt:
        _interrupted()
    except Exception as error:  # noqa: BLE001 - the last place that can put it into words
        _unexpected(error, paths, as_json=as_json)
    finally:
        settle_stdout()
    raise SystemExit(result if isinstance(result, int) else 0)


def _interrupted() -> NoReturn:
    raise SystemExit(INTERRUPTED)


def _unexpected(error: Exception, paths: Paths, *, as_json: bool) -> NoReturn:
    """Words for what nobody foresaw; the traceback goes to the private log only."""
    if isinstance(error, OSError) and (known := _disk_error(error)) is not None:
        logger.warning("ended by %s", error.strerror)
        complain(known, as_json=as_json)
        raise SystemExit(known.exit_code)
    logger.error("unexpected %s", type(error).__name__, exc_info=_without_values(error))
    complain(
        KairoError(
            f"Something unexpected happened ({type(error).__name__}).",
            cure=f"Please report it with the end of {log_file(paths.logs)}.",
        ),
        as_json=as_json,
    )
    raise SystemExit(KairoError.exit_code)


def _disk_error(error: OSError) -> DiskError | None:
    """What a disk refuses, in words; None for everything else that a system can refuse."""
    place = error.filename or "A file"
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return DiskError(
                f"{place} cannot be written: the disk is full.", cure="Free some room."
            )
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return DiskError(
                f"{place} cannot be used: {error.strerror}.",
                cure="Mend its rights, then try again.",
            )
        case _:
            return None


def _without_values(error: Exception) -> Exception:
    """The error with its place in the code and without its words, which may quote the user."""
    nameless = RuntimeError(type(error).__name__)
    nameless.__traceback__ = error.__traceback__
    return nameless
