"""Element types as the runtime numbers them: numerical kind in the top byte, bit width in the lowest.

Source: ``iree/hal/buffer_view.h`` of the runtime (``IREE_HAL_ELEMENT_TYPE_VALUE``).
"""

from runners.element_types import ELEMENT_TYPES, ElementType

_FLOAT_KINDS = {
    "f16": 0x21,
    "f32": 0x21,
    "f64": 0x21,
    "bf16": 0x22,
    "complex<f32>": 0x23,
    "complex<f64>": 0x23,
    "f8E5M2": 0x24,
    "f8E4M3FN": 0x25,
    "f8E5M2FNUZ": 0x26,
    "f8E4M3FNUZ": 0x27,
    "f8E8M0FNU": 0x28,
    "f4E2M1FN": 0x2B,
}
_BOOL, _SIGNLESS, _SIGNED, _UNSIGNED = 0x13, 0x10, 0x11, 0x12
_SIGNS = {"si": _SIGNED, "ui": _UNSIGNED}


def hal_code(name: str) -> int:
    """The runtime's number for the element type of this name; ``i8``, ``si8`` and ``ui8`` have three.

    :raises ValueError: for a name that the runtime does not know.
    """
    kind = _FLOAT_KINDS.get(name) or (_BOOL if name == "i1" else _SIGNS.get(name[:2], _SIGNLESS))
    bare = name if name in ELEMENT_TYPES else name.removeprefix("s")
    if bare not in ELEMENT_TYPES:
        raise ValueError(f"element type {name!r} is not known; known are {', '.join(ELEMENT_TYPES)}")
    return kind << 24 | ELEMENT_TYPES[bare].bits


def of_hal_code(code: int) -> ElementType:
    """The element type that the runtime numbers so; signless and signed integers are one type here.

    :raises ValueError: for a number that no element type has.
    """
    kind, bits = code >> 24 & 0xFF, code & 0xFF
    if kind == _SIGNED:
        kind = _SIGNLESS
    for name, element in ELEMENT_TYPES.items():
        if hal_code(name) == kind << 24 | bits:
            return element
    raise ValueError(f"the runtime's element type 0x{code:08X} is not known here")
