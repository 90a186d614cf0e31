"""The command line: ``numerics-bot``. What a command needs is imported when it is called, so that help is instant."""

import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import click

from bot.exits import Exit, apologise

_ISSUE_HELP = "ISSUE is a Markdown file, or a file with GitHub's issue JSON (body and comments)."
_PATH = click.Path(path_type=Path)
_OUTCOMES = "Exit codes: 0 a verdict was reached, 2 the report needs information or is refused, 3 wrong usage, 4 this machine cannot do it."


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110}, epilog=_OUTCOMES)
@click.version_option(package_name="numerics-bot")
def cli() -> None:
    """Finds where two IREE compilations of the same program begin to differ."""


_attachments = click.option("--attachments", metavar="DIR", type=_PATH, help="Folder with the report's files; its urls.json maps links to them.")
_json = click.option("--json", "json_file", metavar="FILE", help="Write the result as JSON; - is standard output.")


@cli.command(epilog=_ISSUE_HELP)
@click.argument("issue", type=_PATH)
@_attachments
@_json
@click.option("--explain", is_flag=True, help="Show line by line which recogniser read what, and what was seen and is not used.")
def parse(issue: Path, attachments: Path | None, json_file: str | None, explain: bool) -> Exit:
    """Show what is understood of ISSUE, and what is missing or refused."""
    from bot import verbs

    return verbs.parse(issue, attachments, json_file, explain=explain)


@cli.command(epilog=_ISSUE_HELP)
@click.argument("issue", type=_PATH, required=False)
@_attachments
@_json
@click.option("--spec", "spec_file", metavar="FILE", type=_PATH, help="Run this spec (JSON) instead of reading an issue.")
@click.option("--out", metavar="DIR", type=click.Path(path_type=Path, file_okay=False), help="Keep comment, HTML report, JSON, outputs and log here.")
@click.option("--iree", metavar="VERSION", help="Run every variant with this release, for example 3.13.0.")
@click.option("--device", metavar="URI", help="Run every variant on this device, for example local-task or hip://0.")
@click.option("--repeat", metavar="N", type=click.IntRange(1, 100), help="Runs of each variant, to see whether it is stable (default 3).")
@click.option("--seed", metavar="N", type=click.IntRange(0), default=0, show_default=True, help="Seed of random inputs.")
@click.option("--bisect", type=click.Choice(["dispatch"]), help="What to search over: dispatch, which every triage does.")
@click.option("--all-dispatches", is_flag=True, help="Judge every dispatch alone on its own traced inputs, and list all that are wrong.")
def triage(**options: Any) -> Exit:
    """Compile and run ISSUE's variants, compare, and name the dispatch where they begin to differ."""
    from bot import verbs

    if (options["issue"] is None) == (options["spec_file"] is None):
        raise click.UsageError("name an ISSUE, or a spec with --spec, and not both")
    return verbs.triage(verbs.TriageOptions(**options))


@cli.command()
@click.argument("a", type=_PATH)
@click.argument("b", type=_PATH)
@click.option("--dtype", metavar="TYPE", help="Read both as raw bytes of this element type (f16, bf16, i4, …) instead of .npy.")
@click.option("--atol", metavar="X", type=click.FloatRange(0), help="Tolerance: |a-b| <= atol + rtol * |b|.")
@click.option("--rtol", metavar="X", type=click.FloatRange(0), help="Tolerance relative to |b|.")
@click.option("--reduction", metavar="K", type=click.IntRange(1), default=1, show_default=True, help="Terms summed up for one element, for the noise table.")
@click.option("--pattern", metavar="NAME[:KEY=VALUE,…]", help="Say how much this pattern explains, however little (scaled, reversed_groups:group=8).")
@_json
@click.option("--html", "html_file", metavar="FILE", type=_PATH, help="Write an HTML report.")
def compare(**options: Any) -> Exit:
    """Compare two tensor files: figures, judgement, and what the difference looks like."""
    from bot import verbs

    return verbs.compare(verbs.CompareOptions(**options))


@cli.command()
@click.argument("model", type=click.Choice(["spec", "result", "parse"]))
def schema(model: str) -> Exit:
    """Print the JSON schema of what goes in or comes out."""
    from bot import verbs

    return verbs.schema(model)


@cli.command()
@click.argument("result", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def report(result: Path) -> Exit:
    """Print the comment for RESULT, a JSON file that triage wrote."""
    from bot import verbs

    return verbs.report(result)


def _stop(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def main() -> None:
    """The console script: one exit code for each kind of ending, and no traceback for a user."""
    signal.signal(signal.SIGTERM, _stop)
    sys.exit(_ended())


def _ended() -> int:
    try:
        return int(cli(standalone_mode=False) or Exit.DONE)
    except click.exceptions.Exit as ended:  # --help and --version
        return ended.exit_code
    except click.ClickException as error:
        error.show()
        return Exit.USAGE
    except (KeyboardInterrupt, click.exceptions.Abort):
        click.echo("Stopped; nothing is left running.", err=True)
        return Exit.INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the last resort: no traceback for a user
        return _explained(error)


def _explained(error: Exception) -> int:
    """Say what went wrong to the one who can mend it: the user, the machine's owner, or us."""
    from runners.contract import MachineError, UserError

    if isinstance(error, UserError | MachineError):
        click.echo(f"Error: {error.text}", err=True)
        return Exit.USAGE if isinstance(error, UserError) else Exit.MACHINE
    click.echo(apologise(error), err=True)
    return Exit.OUR_FAULT
