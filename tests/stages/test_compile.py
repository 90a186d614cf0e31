"""Compiling: results and reasons, and the cache."""

import os
import time
from dataclasses import replace
from pathlib import Path

import pytest

from runners.contract import MachineError
from runners.settings import RunnerSettings
from runners.stages.compile import CompileCache, compile_program
from runners.stages.job import Job, scratch
from runners.toolchain import Toolchain
from tests.programs import ADD, CPU


def written(job: Job, text: str, name: str = "add.mlir") -> Path:
    path = job.subfolder("program") / name
    path.write_text(text)
    return path


@pytest.fixture
def cache(settings: RunnerSettings, tmp_path: Path) -> CompileCache:
    return CompileCache(settings.model_copy(update={"cache_dir": tmp_path}))


def test_a_program_becomes_a_module(job: Job, toolchain: Toolchain, cache: CompileCache) -> None:
    done = compile_program(job, toolchain, written(job, ADD), CPU, cache)
    assert done.module is not None
    assert (done.exit, done.reason, done.cached) == (0, None, False)


def test_the_reason_is_the_compilers_first_error_at_its_line(job: Job, toolchain: Toolchain, cache: CompileCache) -> None:
    done = compile_program(job, toolchain, written(job, ADD.replace("%sum :", "%sam :")), CPU, cache)
    assert done.module is None
    assert done.exit == 1
    assert done.reason == "add.mlir:4:10: error: use of undeclared SSA value name"


def test_an_unknown_flag_is_told_in_the_compilers_words(job: Job, toolchain: Toolchain, cache: CompileCache) -> None:
    done = compile_program(job, toolchain, written(job, ADD), [*CPU, "--iree-no-such-flag"], cache)
    assert "iree-no-such-flag" in (done.reason or "")


def test_a_compiler_that_hangs_is_a_result(settings: RunnerSettings, toolchain: Toolchain, cache: CompileCache) -> None:
    with scratch(settings.model_copy(update={"compile_timeout_s": 0.01})) as job:
        done = compile_program(job, toolchain, written(job, ADD), CPU, cache)
    assert done.module is None
    assert "iree-compile was stopped after" in (done.reason or "")


def test_a_compiler_that_crashes_is_a_result(job: Job, toolchain: Toolchain, cache: CompileCache, tmp_path: Path) -> None:
    crashing = tmp_path / "iree" / "compiler" / "_mlir_libs" / "iree-compile"
    crashing.parent.mkdir(parents=True)
    crashing.write_text("#!/bin/sh\nkill -SEGV $$\n")
    crashing.chmod(0o755)
    done = compile_program(job, replace(toolchain, packages=tmp_path), written(job, ADD), CPU, cache)
    assert (done.exit, done.reason) == (-11, "iree-compile was killed by SIGSEGV")


def test_the_second_time_it_comes_from_the_cache(job: Job, toolchain: Toolchain, cache: CompileCache) -> None:
    first = compile_program(job, toolchain, written(job, ADD), CPU, cache)
    second = compile_program(job, toolchain, written(job, ADD), CPU, cache)
    assert second.cached
    assert first.module is not None
    assert second.module is not None
    assert first.module.read_bytes() == second.module.read_bytes()


def test_another_program_name_flag_or_compiler_is_another_key(job: Job, toolchain: Toolchain, cache: CompileCache, tmp_path: Path) -> None:
    key = cache.key(toolchain, written(job, ADD), CPU)
    other = tmp_path / "other" / "iree" / "compiler" / "_mlir_libs" / "iree-compile"
    other.parent.mkdir(parents=True)
    other.write_text("another build")
    assert cache.key(toolchain, written(job, ADD), CPU) == key
    assert key not in {
        cache.key(toolchain, written(job, ADD + " "), CPU),
        cache.key(toolchain, written(job, ADD, "sum.mlir"), CPU),
        cache.key(toolchain, written(job, ADD), [*CPU, "--iree-opt-level=O3"]),
        cache.key(replace(toolchain, packages=tmp_path / "other"), written(job, ADD), CPU),
    }


def test_the_cache_forgets_the_least_recently_used(settings: RunnerSettings, tmp_path: Path) -> None:
    cache = CompileCache(settings.model_copy(update={"cache_dir": tmp_path, "compile_cache_bytes": 250}))
    module = tmp_path / "module"
    module.write_bytes(bytes(100))
    for age, key in ((30, "a"), (20, "b")):
        cache.put(key, module)
        os.utime(tmp_path / "compiled" / key, (time.time() - age,) * 2)
    assert cache.get("a", tmp_path / "copy")  # used just now, so b is the oldest
    cache.put("c", module)
    assert cache.get("a", tmp_path / "copy")
    assert cache.get("c", tmp_path / "copy")
    assert not cache.get("b", tmp_path / "copy")


def test_a_job_leaves_nothing_behind(settings: RunnerSettings) -> None:
    with scratch(settings) as job:
        folder = job.folder
        written(job, ADD)
    assert not folder.exists()


def test_a_scratch_folder_that_cannot_be_made_is_the_machines_fault(settings: RunnerSettings, tmp_path: Path) -> None:
    with pytest.raises(MachineError, match="set NUMERICS_BOT_SCRATCH_DIR"), scratch(settings.model_copy(update={"scratch_dir": tmp_path / "none"})):
        pass
