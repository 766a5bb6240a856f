"""Untrusted YAML: plain data without aliases, of limited depth, and readable errors for anything else.

Aliases can make a few lines into billions of values, and nesting can exceed the stack.
"""

import typing

import yaml

_DEEPEST = 20
_LONGEST = 2**20  # characters
_WRONG = (ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError)
"""What PyYAML raises for values that do not fit their tag, such as a date in the thirteenth month."""


class PlainYamlError(ValueError):
    """Text that is not plain data in YAML; the message says why."""


class _Loader(yaml.SafeLoader):
    """Refuses aliases and deep nesting."""

    depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """Compose a node, which is called for each level."""
        line = self.peek_event().start_mark.line + 1
        if self.check_event(yaml.AliasEvent):
            raise PlainYamlError(f"line {line} repeats another value by an alias; write the value out")
        if self.depth >= _DEEPEST:
            raise PlainYamlError(f"line {line} is nested more than {_DEEPEST} levels deep")
        self.depth += 1
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node


def load(text: str) -> typing.Any:
    """Return the data in ``text``.

    Raises:
        PlainYamlError: it is not YAML, too long or deep, or uses aliases.
    """
    if len(text) > _LONGEST:
        raise PlainYamlError(f"it has more than {_LONGEST:,} characters")
    try:
        return yaml.load(text, _Loader)
    except PlainYamlError:
        raise
    except yaml.YAMLError as error:
        raise PlainYamlError(" ".join(str(error).split())[:300]) from error
    except _WRONG as error:
        raise PlainYamlError(f"a value does not fit its type ({str(error)[:100]})") from error
