"""Readers of what is made, which share no code with the writers."""

import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass

SVG = "{http://www.w3.org/2000/svg}"
LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"


@dataclass
class Layer:
    colour: str
    width: float
    closed: list
    opened: list
    discs: list


def read_layers(svg):
    """The lines of each layer, and the sizes of the sheet."""
    root = ET.fromstring(svg)  # noqa: S314 - written by the test
    sizes = [float(root.get(name, "").removesuffix("mm")) for name in ("width", "height")]
    assert root.get("viewBox", "").split() == ["0", "0", *(f"{one:g}" for one in sizes)]
    layers = {}
    for group in root.iter(f"{SVG}g"):
        assert group.get("fill") == "none"
        layer = Layer(group.get("stroke", ""), float(group.get("stroke-width", "")), [], [], [])
        layers[group.get(LABEL)] = layer
        for path in group.iter(f"{SVG}path"):
            words = path.get("d", "")
            numbers = [float(one) for one in re.findall(r"-?[0-9.]+", words)]
            if "A" in words:
                x, y, radius = numbers[0], numbers[1], numbers[2]
                assert words.endswith("Z")
                assert numbers[-2:] == numbers[:2]
                layer.discs.append((x + radius, y, radius))
                continue
            places = list(zip(numbers[::2], numbers[1::2], strict=True))
            (layer.closed if words.endswith("Z") else layer.opened).append(places)
    return sizes, layers


def segments(line, *, closed):
    return list(zip(line, [*line[1:], line[0]] if closed else line[1:], strict=False))


def enclosed(line):
    """The area within a closed line, negative where it goes anticlockwise."""
    return sum(x * deep - far * y for (x, y), (far, deep) in segments(line, closed=True)) / 2
