"""Copying of positions. Positions are values: code that changes one works on a copy, made by a generated method."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import ClassVar, Self, TypeVar, dataclass_transform

C = TypeVar("C", bound="Copied")


@dataclass_transform()
def copyable(kind: type[C]) -> type[C]:
    """Make a dataclass with slots and a generated `copy`, for positions and the mutable parts of them.

    Most fields hold values, which copies share: a reducer replaces them. The fields named by `changeable` are changed
    in place, so each copy gets its own. The method is generated for the class, because every move makes a copy.
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
    """The base of classes copied before they change; each copy has its own value of the `changeable` fields."""

    __slots__ = ()
    changeable: ClassVar[tuple[str, ...]] = ()

    def copy(self) -> Self:
        """Return a copy that shares nothing changeable; `copyable` generates this method for every class."""
        raise NotImplementedError
