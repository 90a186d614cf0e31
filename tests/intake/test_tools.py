"""Words of a command as data."""

import pytest

from bot.intake.scope import UNKNOWN
from bot.intake.tools import CompileCall, ModuleCall, compile_call, module_call, role_of
from runners.contract import UserError
from runners.flags import Flag


def compiled(words: str, stdin: str | None = None) -> CompileCall:
    return compile_call(("iree-compile", *words.split()), stdin)


def ran(*words: str) -> ModuleCall:
    return module_call(("iree-run-module", *words))


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("iree-compile", "compile"),
        ("iree-compile.exe", "compile"),
        ("iree-translate", "compile"),
        ("iree-run-module", "run"),
        ("iree-benchmark-module", "run"),
        ("iree-opt", "other"),
        ("build.sh", "script"),
        ("python", None),
        ("iree-compiler", None),
    ],
)
def test_roles(name: str, role: str | None) -> None:
    assert role_of(name) == role


@pytest.mark.parametrize(
    ("words", "source", "output", "flags"),
    [
        ("--a=b x.mlir -o y.vmfb", "x.mlir", "y.vmfb", ["--a=b"]),
        ("x.mlir -o y.vmfb --a=b", "x.mlir", "y.vmfb", ["--a=b"]),
        ("-a=b --c x.mlir", "x.mlir", None, ["--a=b", "--c"]),
        ("-o=y.vmfb ~/d/x.mlir", "~/d/x.mlir", "y.vmfb", []),
        ("--iree-input-type none x.mlir", "x.mlir", None, ["--iree-input-type=none"]),
        ("--a x.mlir.txt", "x.mlir.txt", None, ["--a"]),
        ("--a", None, None, ["--a"]),
        (f"--a {UNKNOWN}/x.mlir -o {UNKNOWN}/y.vmfb", "x.mlir", "y.vmfb", ["--a"]),
    ],
)
def test_a_compilation(words: str, source: str | None, output: str | None, flags: list[str]) -> None:
    call = compiled(words)
    assert (call.source, call.output, [str(flag) for flag in call.flags]) == (source, output, flags)


@pytest.mark.parametrize("words", ["--a", "--a -"])
def test_a_program_on_standard_input(words: str) -> None:
    assert compiled(words, "x.mlir").source == "x.mlir"


def test_a_run() -> None:
    call = ran("--module=m.vmfb", "--device=hip://0", "--function=f", "--input=2xf32=1 2", "--input=@x.npy", "--expected_output=@y.npy")
    assert call == ModuleCall("m.vmfb", "f", ("hip://0",), ("2xf32=1 2", "@x.npy"), ("@y.npy",))
    call = ran("--module=m.vmfb", "--output=@z.npy", "--parameters=model=p.irpa", "--hip_use_streams=true")
    assert call == ModuleCall("m.vmfb", outputs=("@z.npy",), parameters=("model=p.irpa",), flags=(Flag("hip_use_streams", "true"),))


def test_old_names_of_a_run() -> None:
    call = ran("--module_file=m.vmfb", "--entry_function=f", "--driver=dylib", "--function_input=f32=1")
    assert call == ModuleCall("m.vmfb", "f", ("dylib",), ("f32=1",))


def test_hyphens_in_the_names_of_a_run_and_values_as_words_of_their_own() -> None:
    assert ran("--module", "m.vmfb", "--expected-output", "@y.npy", "--hip-use-streams") == ModuleCall(
        "m.vmfb", expected=("@y.npy",), flags=(Flag("hip_use_streams"),)
    )


@pytest.mark.parametrize(
    ("words", "value"),
    [
        (["--input=4xf32=1", "2", "-3.5", "nan", "--function=f"], "4xf32=1 2 -3.5 nan"),
        (["--input=2x2xf32=[1", "2][3", "4]"], "2x2xf32=[1 2][3 4]"),
        (["--input=2x2xf32=[[1,", "2],", "[3,", "4]]"], "2x2xf32=[[1, 2], [3, 4]]"),
    ],
)
def test_a_value_that_lost_its_quotes_is_put_together(words: list[str], value: str) -> None:
    assert ran(*words).inputs == (value,)


@pytest.mark.parametrize(
    ("words", "says", "code"),
    [
        ("a.mlir b.mlir", "names 2 files to compile (a.mlir, b.mlir)", "invalid"),
        ("@flags.txt a.mlir", "is a response file", "flag_not_allowed"),
        (f"--a={UNKNOWN} a.mlir", "uses a variable that the report does not set", "invalid"),
        ("--=a a.mlir", "is not a flag", "invalid"),
    ],
)
def test_a_compilation_that_cannot_be_read(words: str, says: str, code: str) -> None:
    with pytest.raises(UserError) as error:
        compiled(words)
    assert says in error.value.text
    assert error.value.code == code


@pytest.mark.parametrize("words", [["m.vmfb"], ["--input=4xf32=1", "and"], ["--=a"], [f"--function={UNKNOWN}"]])
def test_a_run_that_cannot_be_read(words: list[str]) -> None:
    with pytest.raises(UserError):
        ran(*words)
