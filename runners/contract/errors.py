"""The two families of errors that have a reader: the person who asked, and the person who owns the machine."""


class UserError(Exception):
    """Something in the request is wrong. The text is what the user reads.

    It says what is wrong, where, and what would be right. ``code`` is a stable word for it,
    one of the question and refusal codes where there is one.
    """

    def __init__(self, text: str, *, code: str = "invalid") -> None:
        super().__init__(text)
        self.text = text
        self.code = code


class MachineError(Exception):
    """This machine cannot do what was asked (no such device or release, disk full).

    The text is one sentence that says what to do about it.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text
