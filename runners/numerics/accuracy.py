"""How accurate operations on floats are: those that never round, and functions that healthy implementations only come close to.

Sources of the slack: the table "Relative error as ULPs" of the OpenCL C specification, which GPU libraries keep, and the
approximations that IREE compiles into CPU code, measured with release 3.13.0 (f32, arguments up to 8); the larger.
"""

from runners.numerics.arithmetic import Slack

NEVER_ROUNDED = frozenset(
    {
        "arith.bitcast",
        "arith.extf",
        "arith.flush_denormals",
        "arith.maximumf",
        "arith.maximumnumf",
        "arith.maxf",
        "arith.maxnumf",
        "arith.minf",
        "arith.minimumf",
        "arith.minimumnumf",
        "arith.minnumf",
        "arith.negf",
        "arith.remf",
        "arith.select",
        "math.absf",
        "math.ceil",
        "math.clampf",
        "math.copysign",
        "math.floor",
        "math.round",
        "math.roundeven",
        "math.trunc",
    }
)
"""Operations that give values of their type when they are given values of it."""

SLACK = {
    "arith.divf": Slack(ulps=2),
    "math.acos": Slack(ulps=4),
    "math.acosh": Slack(ulps=64),
    "math.asin": Slack(ulps=4),
    "math.asinh": Slack(ulps=4, eps=8),
    "math.atan": Slack(ulps=48),
    "math.atan2": Slack(ulps=48),
    "math.atanh": Slack(ulps=5, eps=1),
    "math.cbrt": Slack(ulps=16),
    "math.cos": Slack(ulps=4, angle=2),
    "math.cosh": Slack(ulps=4),
    "math.erf": Slack(ulps=16),
    "math.erfc": Slack(ulps=16),
    "math.exp": Slack(ulps=3),
    "math.exp2": Slack(ulps=3, argument=1),
    "math.expm1": Slack(ulps=3),
    "math.fpowi": Slack(ulps=16),
    "math.log": Slack(ulps=3),
    "math.log10": Slack(ulps=3),
    "math.log1p": Slack(ulps=2),
    "math.log2": Slack(ulps=3),
    "math.powf": Slack(ulps=16, argument=1),
    "math.rsqrt": Slack(ulps=2),
    "math.sin": Slack(ulps=4, angle=2),
    "math.sincos": Slack(ulps=4, angle=2),
    "math.sinh": Slack(ulps=4, eps=1),
    "math.sqrt": Slack(ulps=3),
    "math.tan": Slack(ulps=5, angle=2),
    "math.tanh": Slack(ulps=5),
}
"""By operation; those that are not here are rounded as IEEE 754 says."""
