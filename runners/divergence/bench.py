"""The bench: dispatches of one observed build looked at alone, on the inputs that its trace recorded."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.divergence.events import Traced, judging_of
from runners.divergence.local import Confirmed, Held, Local, Request
from runners.divergence.observe import Observed
from runners.numerics.arbiter import exact
from runners.numerics.noise import judge_elements, noise_floor, sample
from runners.numerics.program import Program
from runners.stages.body import read_bodies
from runners.stages.compile import Compilation, CompileCache
from runners.stages.invocation import Tensor
from runners.stages.isolate import Isolated, Recorded, compile_isolated, compile_reference, isolate, reference_flags
from runners.stages.job import Job
from runners.stages.plain import compile_plain, plain
from runners.stages.replay import Call, Replayed, replay

_WORK = 1 << 27
"""Operations on single values that one check against exact values may take."""

_NOT_KEPT = "not all of its tensors could be kept or looked at"
_MOST_IN_FULL = 1 << 16
"""Elements of a result up to which all of them are evaluated."""
REFERENCE_DEVICE = "local-task"
"""Where the reference code generation's modules run."""


class Bench:
    """Checks dispatches of one observed build. Bodies and modules are read and compiled once."""

    def __init__(self, job: Job, observed: Observed, *, seed: int = 0) -> None:
        self._job, self.observed, self._seed = job, observed, seed
        self._programs: dict[str, Program | str] = {}
        self._cache = CompileCache(job.settings)
        self.replays = 0

    @property
    def traced(self) -> Traced:
        """What the build's traced run recorded."""
        return self.observed.traced

    def look(self, requests: Sequence[Request]) -> list[Local]:
        """Judge each of these runs by what its trace recorded; what could not be done is said in the result.

        Where exact values are not to be had, the reference code generation takes their place.

        :raises MachineError: when a tool cannot be started or the disk is full.
        """
        self.read([request.ordinal for request in requests])
        found = [self._local(request) for request in requests]
        asked = [i for i, local in enumerate(found) if local.opinion == "unknown"]
        for i, answer in zip(asked, self._references([requests[i] for i in asked]), strict=True):
            found[i] = self._with_reference(found[i], answer)
        return found

    def look_with_reference(self, requests: Sequence[Request]) -> list[Local]:
        """As :meth:`look`, with the reference asked first: the elements farthest from it are held against exact values."""
        self.read([request.ordinal for request in requests])
        found = []
        for request, answer in zip(requests, self._references(requests), strict=True):
            compared = self._with_reference(Local(request), answer)
            worst = {output.index: [element.index for element in output.worst] for output in compared.reference}
            local = self._local(replace(request, worst=worst))
            found.append(replace(local, reference=compared.reference, problem=local.problem or compared.problem))
        return found

    def _references(self, requests: Sequence[Request]) -> list[Replayed]:
        if not requests:
            return []
        isolated = self._isolate([request.ordinal for request in requests])
        calls = [(request.ordinal, self._recorded(request.iteration)) for request in requests]
        return self._call(isolated, calls, self._compiled_reference, REFERENCE_DEVICE, 1)

    def confirm(self, request: Request, *, repeats: int = 3) -> Confirmed:
        """Run a dispatch alone, on the build's own device, on the inputs that were recorded.

        :raises MachineError: when a tool cannot be started or the disk is full.
        """
        return self.confirm_all([request], repeats=repeats)[0]

    def confirm_all(self, requests: Sequence[Request], *, repeats: int) -> list[Confirmed]:
        """As :meth:`confirm` for several dispatches, in one module."""
        if not requests:
            return []
        isolated = self._isolate([request.ordinal for request in requests])
        calls = [(request.ordinal, self._recorded(request.iteration)) for request in requests]
        replays = self._call(isolated, calls, self._compiled, self.observed.prepared.variant.run.device, repeats)
        return [self._confirmed(*row) for row in zip(requests, replays, strict=True)]

    def _confirmed(self, request: Request, replayed: Replayed) -> Confirmed:
        made = self.traced.tensors(request.ordinal, "out", request.iteration)
        again = sum(self._same(request, repeat, made) for repeat in replayed.results)
        return Confirmed(again, len(replayed.results), replayed.bit_stable, replayed.results, replayed.reason)

    def expected(self, request: Request) -> dict[int, npt.NDArray[Any]]:
        """What the dispatch's code says that it should give, by position of the result, as far as that is to be had.

        The reference code generation's values where they are right by exact ones, else exact values in the result's type.

        :raises MachineError: when a tool cannot be started or the disk is full.
        """
        inputs = self.traced.tensors(request.ordinal, "in", request.iteration)
        answered = self._references([request])[0].results
        found: dict[int, npt.NDArray[Any]] = {}
        for position, made in enumerate(self.traced.tensors(request.ordinal, "out", request.iteration)):
            reference = answered[0][position] if answered and position < len(answered[0]) else None
            if reference is not None:
                held = self.judge(request.ordinal, inputs, position, reference, request.worst.get(position, ()))
                if isinstance(held, str) or (held.judged is not None and held.judged.a is not None and held.judged.a.within_noise):
                    found[position] = reference.load()
                    continue
            values = self._exact_in_full(request.ordinal, inputs, position, made)
            if values is not None:
                found[position] = values
        return found

    def _exact_in_full(self, ordinal: int, inputs: Sequence[Tensor], position: int, made: Tensor) -> npt.NDArray[Any] | None:
        program, size = self.program(ordinal), math.prod(made.shape)
        if isinstance(program, str) or size > _MOST_IN_FULL:
            return None
        indices = np.stack(np.unravel_index(np.arange(size), made.shape), axis=1) if made.shape else np.zeros((1, 0), np.int64)
        try:
            known = exact(program, [tensor.load() for tensor in inputs], position, indices, work=_WORK)
        except ValueError:  # what was traced is not what the body takes
            return None
        return known.values.astype(made.kind.numpy).reshape(made.shape) if known.known.all() else None

    def outputs(self, ordinal: int, inputs: Recorded) -> Replayed:
        """What the build's dispatch makes of other inputs, which ``inputs`` gives as a trace would."""
        return self._call(self._isolate([ordinal]), [(ordinal, inputs)], self._compiled, self.observed.prepared.variant.run.device, 1)[0]

    def made_within(self, ordinal: int) -> list[tuple[str, Tensor]]:
        """What a dispatch makes on its way, with the operation that makes it, in the order of its body.

        The reference code generation computes it of the inputs of the first run. Empty where that cannot be done.
        """
        prepared = self.observed.prepared
        try:
            made = plain(self._job, prepared.toolchain, self.observed.flow, ordinal, recorded=self._recorded(0), intermediates=True)
        except LookupError:  # its inputs were too large to keep
            return []
        if made.text is None:
            return []
        module = compile_plain(self._job, prepared.toolchain, made, reference_flags(prepared.toolchain.release), self._cache).module
        if module is None:
            return []
        done = replay(self._job, prepared.toolchain, module, REFERENCE_DEVICE, [made.call(self._recorded(0))], 1)[0]
        tensors = done.results[0][len(made.results) :] if done.results else ()
        return [(intermediate.operation, tensor) for intermediate, tensor in zip(made.intermediates, tensors, strict=False)]

    def read(self, ordinals: Sequence[int]) -> None:
        """Read the code of these dispatches in one go; dispatches that share it are read once."""
        wanted = {node.body: node.ordinal for ordinal in reversed(ordinals) if (node := self.traced.node(ordinal)).body not in self._programs}
        if not wanted:
            return
        bodies = read_bodies(self._job, self.observed.prepared.toolchain, self.observed.flow, list(wanted.values()))
        for body, found in zip(wanted, bodies, strict=True):
            self._programs[body] = found.program if found.program is not None else found.problem or "the body cannot be read"

    def program(self, ordinal: int) -> Program | str:
        """The dispatch's code as a program that can be evaluated, or why there is none."""
        self.read([ordinal])
        return self._programs[self.traced.node(ordinal).body]

    def judge(self, ordinal: int, inputs: Sequence[Tensor], position: int, values: Tensor, worst: Sequence[tuple[int, ...]]) -> "Held | str":
        """A result held against what the dispatch's code exactly makes of these inputs; or why that cannot be done.

        :param worst: elements to look at beside some at random.
        """
        program = self.program(ordinal)
        if isinstance(program, str):
            return program
        if not all(tensor.kept for tensor in (values, *inputs)):
            return _NOT_KEPT
        array = values.load()
        chosen = sample(array.shape, [index for index in worst if _inside(index, array.shape)], seed=self._seed)
        given = [tensor.load() for tensor in inputs]
        try:
            written = self._written(ordinal, program, given, position, chosen.indices)
            indices, first = chosen.indices[written], int(np.count_nonzero(written[: chosen.worst]))
            if not len(indices):
                return Held(None, open=False, scale=root_mean_square(values))
            known = exact(program, given, position, indices, work=_WORK)
            floor = noise_floor(program, given, position, indices, known, seed=self._seed, work=_WORK)
        except ValueError as error:  # what was traced is not what the body takes
            return str(error)
        here = array[tuple(indices.T)]
        judged = judge_elements(here, here, known, floor, worst=first)
        if not judged.elements and not judged.open:
            return str(next(iter(judged.why), "no element was evaluated"))
        told = {tuple(map(int, indices[i])): known.values[i].item() if known.known[i] else str(known.why(i)) for i in range(first)}
        return Held(judged, bool(first) and bool((known.status[:first] > 0).all()), root_mean_square(values), told)

    def _written(
        self, ordinal: int, program: Program, given: Sequence[npt.NDArray[Any]], position: int, indices: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.bool_]:
        """Which elements do not depend on memory that nobody has written to: their values are the same whatever is in it."""
        unwritten = self.traced.node(ordinal).unwritten
        if not unwritten:
            return np.ones(len(indices), bool)
        answers = []
        for filled in (0, 1):
            other = [np.full_like(array, filled) if i in unwritten else array for i, array in enumerate(given)]
            answers.append(exact(program, other, position, indices, work=_WORK))
        one, two = answers
        same: npt.NDArray[np.bool_] = (one.status == two.status) & ((one.values == two.values) | ((one.values != one.values) & (two.values != two.values)))
        return same

    def _local(self, request: Request) -> Local:
        held: dict[int, Held] = {}
        problem = None
        inputs = self.traced.tensors(request.ordinal, "in", request.iteration)
        for position, tensor in enumerate(self.traced.tensors(request.ordinal, "out", request.iteration)):
            answer = self.judge(request.ordinal, inputs, position, tensor, request.worst.get(position, ()))
            if isinstance(answer, str):
                problem = f"no exact values: {answer}"
            else:
                held[position] = answer
        return Local(request, held, (), problem)

    def _with_reference(self, local: Local, replayed: Replayed) -> Local:
        if not replayed.results:
            return replace(local, problem=local.problem or f"no reference: {replayed.reason}")
        made = self.traced.tensors(local.request.ordinal, "out", local.request.iteration)
        judging = judging_of(self.traced, local.request.ordinal)
        compared = tuple(judging(x, y, index=i) for i, (x, y) in enumerate(zip(made, replayed.results[0], strict=False)))
        return replace(local, reference=compared)

    def _isolate(self, ordinals: Sequence[int]) -> Isolated:
        return isolate(self._job, self.observed.prepared.toolchain, self.observed.flow, ordinals)

    def _same(self, request: Request, a: Sequence[Tensor], b: Sequence[Tensor]) -> bool:
        """Whether two runs give the same but for rounding; of a result in memory that was not written to before, where it is looked at."""
        judging = judging_of(self.traced, request.ordinal)
        if self.traced.node(request.ordinal).unwritten:
            places = [(i, index) for i, indices in request.worst.items() for index in indices if _inside(index, a[i].shape)]
            return all(bool(np.isclose(a[i].load()[index].astype(np.float64), b[i].load()[index].astype(np.float64), rtol=1e-2)) for i, index in places)
        return len(a) == len(b) and all(x.sha256 == y.sha256 or judging.briefly(x, y).judgement != "different" for x, y in zip(a, b, strict=True))

    def _recorded(self, iteration: int) -> Recorded:
        def recorded(ordinal: int, side: str) -> Sequence[Tensor]:
            tensors = self.traced.tensors(ordinal, side, iteration)
            if not all(tensor.kept for tensor in tensors):
                raise LookupError(_NOT_KEPT)
            return tensors

        return recorded

    def _call(self, isolated: Isolated, wanted: Sequence[tuple[int, Recorded]], compiled: "_Compiled", device: str, repeats: int) -> list[Replayed]:
        """Call isolated dispatches; one that cannot be called is a replay with its reason."""
        calls = [_call_of(isolated, ordinal, recorded) for ordinal, recorded in wanted]
        ready = [call for call in calls if isinstance(call, Call)]
        done: list[Replayed] = []
        if ready:
            compilation = compiled(isolated)
            if compilation.module is None:
                done = [Replayed(reason=f"the isolated dispatch does not compile: {compilation.reason}")] * len(ready)
            else:
                prepared = self.observed.prepared
                done = list(replay(self._job, prepared.toolchain, compilation.module, device, ready, repeats, flags=prepared.variant.run.flags))
                self.replays += len(ready)
        answers = iter(done)
        return [next(answers) if isinstance(call, Call) else Replayed(reason=call) for call in calls]

    def _compiled(self, isolated: Isolated) -> Compilation:
        prepared = self.observed.prepared
        return compile_isolated(self._job, prepared.toolchain, isolated, prepared.flags, self._cache)

    def _compiled_reference(self, isolated: Isolated) -> Compilation:
        return compile_reference(self._job, self.observed.prepared.toolchain, isolated, self._cache)


_Compiled = Callable[[Isolated], Compilation]


def _inside(index: Sequence[int], shape: Sequence[int]) -> bool:
    """Whether an index is one of a tensor of this shape; the other side's may have another."""
    return len(index) == len(shape) and all(at < extent for at, extent in zip(index, shape, strict=True))


def root_mean_square(tensor: Tensor) -> float:
    """Of the finite elements; 0 where there are none."""
    values = np.abs(tensor.load()).astype(np.float64).reshape(-1)
    values = values[np.isfinite(values)]
    return float(np.sqrt(np.mean(np.square(values)))) if values.size else 0.0


def _call_of(isolated: Isolated, ordinal: int, recorded: Recorded) -> Call | str:
    function = isolated.of(ordinal)
    if function.problem is not None:
        return function.problem
    try:
        return function.call(recorded)
    except LookupError as error:
        return _NOT_KEPT if str(error) == _NOT_KEPT else f"the trace does not hold what dispatch {ordinal} was called with"
