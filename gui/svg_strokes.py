"""Lines of an SVG whose width grows with the picture.

Qt writes a line of constant width with ``vector-effect="non-scaling-stroke"``: its coordinates are
those of the data, and a transform leads to the sheet. Such a line stays a pixel wide on a printer
of 1,200 dots per inch, where it cannot be seen. Here the transform is carried out.
"""

from __future__ import annotations

import re

_GROUP = re.compile(r'(<g [^>]*?)transform="matrix\(([^)]*)\)"([^>]*>)((?:(?!</?g\b).)*)</g>', re.S)
_SHAPE = re.compile(r"<(path|polyline|polygon|rect)\b([^>]*?)/>")
_PAIR = re.compile(r"(-?\d[\d.]*(?:e[-+]?\d+)?),(-?\d[\d.]*(?:e[-+]?\d+)?)")
_FIXED = ' vector-effect="non-scaling-stroke"'


def scaling_strokes(svg: str) -> str:
    """Return the same picture with lines that are scaled with it."""
    return _GROUP.sub(_group, svg)


def _group(found: re.Match[str]) -> str:
    before, numbers, after, body = found.groups()
    shapes = _SHAPE.findall(body)
    fixed = [attributes for _, attributes in shapes if _FIXED in attributes]
    # A group holds what was drawn in one state; text or pixels among lines are left as they are.
    if not fixed or len(fixed) != len(shapes) or _SHAPE.sub("", body).strip():
        return found.group()
    matrix = [float(number) for number in numbers.split(",")]
    return f"{before}{after}{_SHAPE.sub(lambda shape: _moved(shape, matrix), body)}</g>"


def _moved(shape: re.Match[str], matrix: list[float]) -> str:
    tag, attributes = shape.group(1), shape.group(2).replace(_FIXED, "")
    if tag == "rect":
        tag, attributes = "polygon", _corners(attributes)
    a, b, c, d, e, f = matrix

    def place(pair: re.Match[str]) -> str:
        x, y = float(pair.group(1)), float(pair.group(2))
        return f"{a * x + c * y + e:.3f},{b * x + d * y + f:.3f}"

    return f"<{tag}{_PAIR.sub(place, attributes)}/>"


def _corners(attributes: str) -> str:
    x, y, width, height = (
        float(re.findall(rf'\b{name}="([^"]*)"', attributes)[0])
        for name in ("x", "y", "width", "height")
    )
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    points = " ".join(f"{left!r},{top!r}" for left, top in corners)
    rest = re.sub(r' \b(x|y|width|height)="[^"]*"', "", attributes)
    return f'{rest} points="{points}"'
