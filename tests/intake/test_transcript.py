"""Commands wherever reports put them, with the lines on which they stand."""

import pytest

from bot.intake.transcript import MAX_COMMANDS, Unreadable, read_commands
from tests.intake.reports import COMPILE, RUN, block, commands_in, document

A, B = "iree-compile --a a.mlir", "iree-run-module --module=a.vmfb"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param(block(A, B), [A, B], id="two lines of a fence"),
        pytest.param(block(A, B, tag="bash"), [A, B], id="of a fence with a tag"),
        pytest.param(f"    {A}\n    {B}\n", [A, B], id="an indented block"),
        pytest.param(f"Run `{A}` and then `{B}`.", [A, B], id="code spans"),
        pytest.param(f"`$ {A}`", [A], id="a prompt in a code span"),
        pytest.param(f"{A}\n\n{B}", [A, B], id="bare paragraphs"),
        pytest.param(f"1. Build\n   {A}\n2. Run\n\n   {B}", [A, B], id="lines of list items"),
        pytest.param(f"Build: {A}", [A], id="behind a label"),
        pytest.param(block(f"$ {A}", f"$ {B}", "EXEC @f", "result[0]: hal.buffer_view"), [A, B], id="prompts, with output between"),
        pytest.param(block(f"me@host:~/iree$ {A}"), [A], id="a prompt with user, host and folder"),
        pytest.param(block(f"(venv) me@host:~/iree$ {A}"), [A], id="and with an environment"),
        pytest.param(block(f"[me@host iree]$ {A}"), [A], id="a prompt in brackets"),
        pytest.param(block(f"root@box:/work# {A}"), [A], id="root's prompt"),
        pytest.param(block(f"~/iree $ {A}"), [A], id="a folder and a prompt"),
        pytest.param(block(f"\u279c  iree {A}"), [A], id="an arrow and a folder"),
        pytest.param(block(f"\u279c  iree git:(main) \u2717 {A}"), [A], id="an arrow, a folder and a branch"),
        pytest.param(block(f"# {A}", f"# {B}"), [A, B], id="root's bare prompt"),
        pytest.param(block(f"# {B}", A), [A], id="a command that is commented out"),
        pytest.param(block("# A", A, "# B", B), [A, B], id="comments between commands"),
        pytest.param(block("iree-compile \\", "  --a \\", "  a.mlir"), [A], id="backslashes at line ends"),
        pytest.param(block("iree-compile \\  ", "  --a \\ ", "  a.mlir"), [A], id="with blanks behind them"),
        pytest.param(block("$ iree-compile \\", ">   --a \\", ">   a.mlir"), [A], id="with the prompt of a line that goes on"),
        pytest.param(block(f"{A} && \\", B), [A, B], id="a chain with a backslash"),
        pytest.param(block(f"{A} &&", B), [A, B], id="a chain at a line end"),
        pytest.param(block('iree-compile --a="b', '  c" a.mlir'), ["iree-compile --a=b\n  c a.mlir"], id="a quote over two lines"),
        pytest.param("iree-compile\u00a0--a \u00a0a.mlir", [A], id="blanks that do not break"),
        pytest.param("iree-compile \u2014a=\u201cb\u201d a.mlir", ["iree-compile --a=b a.mlir"], id="dashes and quotes of a text processor"),
        pytest.param(f"> {A}", [A], id="a quote"),
        pytest.param(f"<details>\n<summary>how</summary>\n```\n{A}\n```\n</details>", [A], id="folded away"),
        pytest.param(block("X=a", "export Y=$X.mlir", "iree-compile --a $Y"), [A], id="variables of the block"),
        pytest.param(block("Y=a.mlir") + "\n" + block("iree-compile --a $Y"), [A], id="and of an earlier block"),
        pytest.param(block("L=(", "  --a", ")", 'iree-compile "${L[@]}" a.mlir', tag="bash"), [A], id="an array over several lines"),
        pytest.param(block("bash build.sh gfx942"), ["build.sh gfx942"], id="a script"),
        pytest.param("Run `./build.sh`.", ["./build.sh"], id="a script in a code span"),
    ],
)
def test_a_command_is_found(text: str, found: list[str]) -> None:
    assert [" ".join(command.call.argv) for command in commands_in(text)] == found


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("iree-compile crashes on this", id="a sentence"),
        pytest.param("I think `iree-compile` is at fault, see `build.sh`.", id="names only"),
        pytest.param("`iree-compile ... --a a.mlir`", id="a command that is only hinted at"),
        pytest.param(block("// iree-compile --a a.mlir", tag="mlir"), id="a comment in a program"),
        pytest.param(block("x/iree-compile-old --a a.mlir"), id="another program"),
        pytest.param(f"<!-- {A} -->\n\n<!--\n```\n{A}\n```\n-->", id="what nobody sees"),
        pytest.param(block("error: iree-compile failed"), id="output"),
    ],
)
def test_what_is_no_command(text: str) -> None:
    assert read_commands(document(text)) == []


@pytest.mark.parametrize("path", ["./", "../build/tools/", "~/venvs/iree-3.13/bin/", "/opt/iree/", "${IREE_BUILD}/tools/", "$(pwd)/"])
def test_a_tool_is_known_wherever_it_lies(path: str) -> None:
    assert [command.call.program for command in commands_in(block(path + A))] == ["iree-compile"]


def test_a_command_knows_its_lines() -> None:
    text = f"Text\n\n1. x\n\n   ```\n   $ {A} \\\n     --b\n   out\n   $ {B}\n   ```\n\n   and `{A}`\n"
    assert [str(command.lines) for command in commands_in(text)] == ["body, lines 6-7", "body, line 9", "body, line 12"]


def test_a_command_that_cannot_be_read_knows_its_lines() -> None:
    found = read_commands(document(f"x\n\n```\n{A} | sh\n```\n"))
    assert [str(one.lines) for one in found if isinstance(one, Unreadable)] == ["body, line 4"]


def test_an_apostrophe_in_a_text_opens_no_quote() -> None:
    text = f"{A} doesn't work\n" + "\n".join(["more"] * 60) + f"\n\n{B}\n"
    assert [command.call.program for command in commands_in(text)] == ["iree-run-module"]


def test_there_is_an_end_to_commands() -> None:
    assert len(read_commands(document(block(*[COMPILE, RUN] * MAX_COMMANDS)))) == MAX_COMMANDS
