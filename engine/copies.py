"""Positions are values: whatever changes one has a copy of its own, and `copyable` writes the copying out."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import ClassVar, Self, TypeVar, dataclass_transform

C = TypeVar("C", bound="Copied")


@dataclass_transform()
def copyable(kind: type[C]) -> type[C]:
    """Make a dataclass with slots and a `copy` of its own, for positions and what changes in them.

    Most fields hold values, which copies share: a reducer puts another in their stead. Those that `changeable` names
    are changed in place, so each copy has its own. The method is written out for the class, since every move makes a
    copy.
    """
    slotted = dataclass(slots=True)(kind)
    lines = ["def copy(self):", "copied = new(kind)"]
    for field in fields(slotted):  # type: ignore[arg-type]
        lines.append(f"copied.{field.name} = self.{field.name}" + ".copy()" * (field.name in slotted.changeable))
    methods: dict[str, Callable[[Copied], Copied]] = {}
    exec("\n    ".join([*lines, "return copied"]), {"kind": slotted, "new": object.__new__}, methods)
    slotted.copy = methods["copy"]  # type: ignore[method-assign, assignment]
    return slotted


class Copied:
    """A base for whatever is copied before it changes; `changeable` names the fields of which each copy has its own."""

    __slots__ = ()
    changeable: ClassVar[tuple[str, ...]] = ()

    def copy(self) -> Self:
        """Return a copy that shares nothing changeable; `copyable` writes this method for every class."""
        raise NotImplementedError
