"""Positions are values: whatever changes one has a copy of its own, and `copyable` writes the copying out."""

from dataclasses import dataclass, fields
from typing import Any, ClassVar, Self, TypeVar, dataclass_transform

C = TypeVar("C", bound="Copied")


@dataclass_transform()
def copyable(kind: type[C]) -> type[C]:
    """Make a dataclass with slots and a `copy` of its own, for positions and what changes in them.

    Most fields hold values, which copies share: a reducer puts another in their stead. Those that `changeable` names
    are changed in place, so each copy has its own. The method is written out for the class, since every move makes a
    copy.
    """
    made = dataclass(slots=True)(kind)
    lines = ["def copy(self):", "made = new(kind)"]
    for field in fields(made):  # type: ignore[arg-type]
        lines.append(f"made.{field.name} = self.{field.name}" + ".copy()" * (field.name in made.changeable))
    methods: dict[str, Any] = {}
    exec("\n    ".join([*lines, "return made"]), {"kind": made, "new": object.__new__}, methods)
    made.copy = methods["copy"]  # type: ignore[method-assign]
    return made


class Copied:
    """What is copied before it changes; `changeable` names the fields of which each copy has its own."""

    __slots__ = ()
    changeable: ClassVar[tuple[str, ...]] = ()

    def copy(self) -> Self:
        """The same, sharing nothing changeable; `copyable` writes it for every class."""
        raise NotImplementedError
