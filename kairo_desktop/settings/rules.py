"""What a setting has to be, in the words of a person; the same for the file and the window."""

from pydantic import ValidationError

__all__ = ["rule_of"]


def rule_of(err: ValidationError) -> str:
    """The first rule that a value broke, without a full stop."""
    first = err.errors()[0]
    message = first["msg"]
    if "valid dictionary" in message:
        names = ".".join(str(part) for part in first["loc"])
        return f"It has to be a table that begins with [{names}]"
    return message.replace("Input should be", "It has to be").partition(", unable")[0]
