"""Pasted NumPy that makes test data, read statement by statement and never run: seeds, generators, casts, shapes.

What the tables of :mod:`bot.intake.generators` do not have is not made; whatever such a statement may have changed is
not known afterwards.
"""

import ast
import warnings
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from bot.intake.array_values import checked, combined, is_number, method
from bot.intake.generators import BUILTIN_DTYPES, DTYPES, MAX_ELEMENTS, NotMadeError, call, is_uniform

MAX_TEXT = 8 * 1024
MAX_STATEMENTS = 200

_MAX_DEPTH = 30
_MAX_WORK = 16 * MAX_ELEMENTS
# Their calls neither draw from NumPy's generators nor change what they are given.
_HARMLESS = frozenset(
    ("print", "len", "str", "open", "torch", "onnx", "onnxruntime", "ort", "jax", "jnp", "tf", "tensorflow", "os", "sys", "iree", "pathlib", "Path")
)
_NOT_READ = "uses Python that is not read"
_RANDOM = (np.random.RandomState, np.random.Generator)


@dataclass(frozen=True, slots=True)
class MadeArray:
    """What a snippet writes to a file: an array, or why it is not made; ``raw`` when the file has no header."""

    array: npt.NDArray[Any] | None
    raw: bool
    problem: str = ""


@dataclass(slots=True)
class Reader:
    """Reads snippets that belong together; ``saved`` are the files by the names in the code."""

    names: dict[str, Any] = field(default_factory=dict)
    saved: dict[str, MadeArray] = field(default_factory=dict)
    _aliases: dict[str, str] = field(default_factory=lambda: {"np": "np", "numpy": "np"})
    _global: np.random.RandomState | None = None
    _work: int = 0
    _statements: int = 0

    def read(self, text: str) -> bool:
        """Read one snippet; False where it is not Python. Draws without a seed of its own are not known."""
        self._global = None
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = ast.parse(text[: MAX_TEXT + 1])
        except (SyntaxError, ValueError, MemoryError, RecursionError):
            return False
        for statement in tree.body:
            self._statements += 1
            if self._statements > MAX_STATEMENTS or len(text) > MAX_TEXT:
                return False
            self._statement(statement)
        return True

    def _statement(self, node: ast.stmt) -> None:
        try:
            match node:
                case ast.Import(names=names):
                    self._import(
                        {alias.asname or alias.name.partition(".")[0]: alias.name if alias.asname else alias.name.partition(".")[0] for alias in names}
                    )
                case ast.ImportFrom(module=module, names=names):
                    self._import({alias.asname or alias.name: f"{module}.{alias.name}" for alias in names})
                case ast.Assign(targets=[ast.Name(id=name)], value=value) | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                    self.names[name] = self._value(value)
                case ast.Expr(value=ast.Constant()) | ast.Pass():
                    pass
                case ast.Expr(value=ast.Call() as value):
                    self._effect(value)
                case _:
                    self._forget(node, _NOT_READ)
        except NotMadeError as error:
            self._forget(node, str(error))

    def _import(self, names: dict[str, str]) -> None:
        """Take over imported names; a name that is NumPy's no longer is forgotten."""
        for name, what in names.items():
            self._aliases.pop(name, None)
            self.names.pop(name, None)
            if what == "numpy" or what.startswith("numpy."):
                self._aliases[name] = "np" + what.removeprefix("numpy")

    def _effect(self, node: ast.Call) -> None:
        """A call for what it does: it seeds, or it writes a file."""
        path = self._path(node.func)
        if path == "np.random.seed":
            seed = self._value(node.args[0]) if len(node.args) == 1 else None
            if type(seed) is not int or not 0 <= seed < 1 << 32:
                raise NotMadeError("is seeded with something other than a number")
            self._global = np.random.RandomState(seed)
        elif path == "np.save":
            given: dict[str | None, ast.expr] = {**dict(zip(("file", "arr"), node.args, strict=False)), **{word.arg: word.value for word in node.keywords}}
            self._save(given.get("file"), given.get("arr"), raw=False)
        elif isinstance(node.func, ast.Attribute) and node.func.attr == "tofile" and len(node.args) == 1:
            self._save(node.args[0], node.func.value, raw=True)
        else:
            self._value(node)

    def _save(self, file: ast.expr | None, value: ast.expr | None, *, raw: bool) -> None:
        if not isinstance(file, ast.Constant) or not isinstance(file.value, str) or value is None:
            raise NotMadeError("writes to a file whose name is not written out")
        name = file.value if raw or file.value.endswith(".npy") else f"{file.value}.npy"
        try:
            made = self._value(value)
            array: npt.NDArray[Any] = made if isinstance(made, np.ndarray) else call("array", (made,), {})
            new = MadeArray(array if is_uniform(array) else array.copy(), raw)
        except NotMadeError as error:
            new = MadeArray(None, raw, str(error))
            self._forget(ast.Expr(value=value), str(error))
        before = self.saved.get(name)
        if before is not None and before.array is not None and not (new.array is not None and _same(before.array, new.array)):
            new = MadeArray(None, raw, "is written twice, with different values")
        self.saved[name] = new

    def _forget(self, node: ast.AST, why: str) -> None:
        """Whatever a statement that is not read may have changed is not known any more."""
        for one in ast.walk(node):
            if isinstance(one, ast.Call):
                self._forget_call(one, why)
            if isinstance(one, ast.Name | ast.Subscript | ast.Attribute) and not isinstance(one.ctx, ast.Load):
                self._drop(_root(one), why)
            if isinstance(one, ast.FunctionDef | ast.ClassDef | ast.AugAssign):
                self._drop(one.name if not isinstance(one, ast.AugAssign) else _root(one.target), why)

    def _forget_call(self, node: ast.Call, why: str) -> None:
        root = _root(node.func)
        if root not in _HARMLESS:
            self._global = None
        known_not_to_change = root in _HARMLESS or (isinstance(node.func, ast.Name) and root not in self.names and root not in self._aliases)
        for argument in (node.func, *node.args, *(word.value for word in node.keywords)):
            name = _root(argument)
            if not known_not_to_change or isinstance(self.names.get(name), _RANDOM):
                self._drop(name, why)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "save":
            self._lost(node, why)

    def _lost(self, node: ast.Call, why: str) -> None:
        for argument in node.args[:1]:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                self.saved.setdefault(argument.value, MadeArray(None, raw=False, problem=why))

    def _drop(self, name: str, why: str) -> None:
        lost = self.names.get(name)
        if not name or name in self._aliases:
            return
        self.names[name] = NotMadeError(why)
        for other, value in list(self.names.items()):
            shares = isinstance(lost, np.ndarray) and isinstance(value, np.ndarray) and np.may_share_memory(lost, value)
            if shares or (value is lost and lost is not None):
                self.names[other] = NotMadeError(why)

    def _path(self, node: ast.expr) -> str:
        """``np.random.rand`` for what is reached through NumPy's names, otherwise nothing."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute) and len(parts) < 4:
            parts.append(node.attr)
            node = node.value
        root = self._aliases.get(node.id, "") if isinstance(node, ast.Name) and node.id not in self.names else ""
        return ".".join([root, *reversed(parts)]) if root else ""

    def _value(self, node: ast.expr, depth: int = 0) -> Any:
        """The value of an expression.

        :raises NotMadeError: when it has a part that is not read.
        """
        if depth > _MAX_DEPTH:
            raise NotMadeError("is nested too deeply")
        match node:
            case ast.Constant(value=int() | float() | bool() | str() | None as value):
                return checked(value)
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                return tuple(self._value(element, depth + 1) for element in elements)
            case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
                value = self._value(operand, depth + 1)
                return self._counted(combined(ast.Mult(), value, -1)) if isinstance(sign, ast.USub) else value
            case ast.BinOp(left=left, op=op, right=right):
                return self._counted(combined(op, self._value(left, depth + 1), self._value(right, depth + 1)))
            case ast.Name(id=name):
                return self._named(name)
            case ast.Attribute(value=of, attr="T"):
                return self._array(of, depth).T
            case ast.Attribute(attr=name) if self._path(node) == f"np.{name}" and name in DTYPES:
                return DTYPES[name]
            case ast.Call():
                return self._counted(self._called(node, depth))
            case _:
                raise NotMadeError(_NOT_READ)

    def _named(self, name: str) -> Any:
        if name in self.names:
            value = self.names[name]
            if isinstance(value, NotMadeError):
                raise value
            return value
        if name in BUILTIN_DTYPES:
            return BUILTIN_DTYPES[name]
        dtype = self._aliases.get(name, "").removeprefix("np.")
        if dtype in DTYPES:
            return DTYPES[dtype]
        raise NotMadeError(f"uses `{name[:40]}`, which is not set by what is read")

    def _array(self, node: ast.expr, depth: int) -> npt.NDArray[Any]:
        value = self._value(node, depth + 1)
        if not isinstance(value, np.ndarray):
            raise NotMadeError("uses a method of something that is no array")
        return value

    def _called(self, node: ast.Call, depth: int) -> Any:
        if any(isinstance(argument, ast.Starred) for argument in node.args) or any(word.arg is None for word in node.keywords):
            raise NotMadeError("spreads arguments out")
        args = tuple(self._value(argument, depth + 1) for argument in node.args)
        kwargs = {str(word.arg): self._value(word.value, depth + 1) for word in node.keywords}
        path = self._path(node.func)
        if path in ("np.random.default_rng", "np.random.RandomState"):
            seed = args[0] if len(args) == 1 else kwargs.get("seed")
            if type(seed) is not int or not 0 <= seed < 1 << 32 or len(args) + len(kwargs) != 1:
                raise NotMadeError("is drawn without a seed that is a plain number")
            return np.random.default_rng(seed) if path.endswith("rng") else np.random.RandomState(seed)
        if path.startswith("np.random."):
            if self._global is None:
                raise NotMadeError("is drawn at random, and no np.random.seed(…) stands before it in the same snippet")
            return call(path.removeprefix("np.random."), args, kwargs, random=self._global)
        if path.removeprefix("np.") in DTYPES and len(args) == 1 and not kwargs:
            return method(np.asarray(args[0]) if is_number(args[0]) else None, "astype", (DTYPES[path.removeprefix("np.")],), {})
        if path:
            return call(path.removeprefix("np."), args, kwargs)
        if not isinstance(node.func, ast.Attribute):
            raise NotMadeError("calls a function that is not read")
        receiver = self._value(node.func.value, depth + 1)
        if isinstance(receiver, _RANDOM):
            return call(node.func.attr, args, kwargs, random=receiver)
        return method(receiver, node.func.attr, args, kwargs)

    def _counted(self, value: Any) -> Any:
        """The value, when the work of this reading is not too much by now."""
        if isinstance(value, np.ndarray) and not is_uniform(value):
            self._work += value.size
            if self._work > _MAX_WORK:
                raise NotMadeError("makes too many values in all")
        return checked(value)


def _root(node: ast.AST) -> str:
    """The name at the beginning of ``a.b[0].c``; nothing where there is none."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Starred):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _same(one: npt.NDArray[Any], other: npt.NDArray[Any]) -> bool:
    return (
        one.dtype == other.dtype
        and one.shape == other.shape
        and (is_uniform(one) == is_uniform(other))
        and one.flat[:MAX_ELEMENTS].tobytes() == other.flat[:MAX_ELEMENTS].tobytes()
    )
