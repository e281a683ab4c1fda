"""Shapes with areas; a small module for the golden image of Python."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Iterable, Protocol

GOLDEN = 0x1F + 0b1010 + 1_000 + 1.5e-3


class Shape(Protocol):
    """Anything with an area."""

    def area(self) -> float: ...


@dataclass(frozen=True)
class Circle:
    radius: float

    def area(self) -> float:
        return math.pi * self.radius**2  # in square units

    def __str__(self) -> str:
        return f"circle of radius {self.radius:.2f} and area {self.area()!r}"


def largest(shapes: Iterable[Shape], *, floor: float = 0.0) -> Shape | None:
    best = None
    for shape in shapes:
        if shape.area() < floor:
            continue
        if best is None or shape.area() > best.area():
            best = shape
    return best


async def main() -> None:
    found = largest([Circle(r) for r in range(1, 10)], floor=3)
    print(found, "not found" if found is None else "", sep="\t", end="\n")
    assert found and not isinstance(found, str)
