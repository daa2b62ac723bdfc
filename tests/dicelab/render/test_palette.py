"""The palette stays apart under simulated colour blindness."""

import itertools

import numpy as np
import pytest

from dicelab.render.svg import DARK, LIGHT, NEUTRAL, PALETTE, contrast, ink_on

# Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB.
SIMULATION = {
    "normal": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
}
TO_XYZ = [
    [0.4124564, 0.3575761, 0.1804375],
    [0.2126729, 0.7151522, 0.0721750],
    [0.0193339, 0.1191920, 0.9503041],
]
# CIELAB (1976); 2.3 is just noticeable. Okabe and Ito's own seven come to 17.0.
LEAST_DISTANCE = 16


def lab(shade, vision):
    srgb = np.array([int(shade[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    seen = np.clip(np.array(SIMULATION[vision]) @ linear, 0, 1)
    x, y, z = (
        np.cbrt(v) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116
        for v in np.array(TO_XYZ) @ seen / [0.95047, 1, 1.08883]
    )
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def nearest(shades, vision):
    return min(np.linalg.norm(lab(a, vision) - lab(b, vision)) for a, b in itertools.combinations(shades, 2))


@pytest.mark.parametrize("vision", SIMULATION)
def test_twelve_colours_and_the_neutral_one_stay_apart(vision):
    assert len(PALETTE) == 12
    assert nearest([*PALETTE, NEUTRAL], vision) > LEAST_DISTANCE


def test_the_simulation_sees_the_classic_confusion():
    assert nearest(["#8DB600", "#FF7F50"], "deuteranopia") < nearest(["#8DB600", "#FF7F50"], "normal") / 2


@pytest.mark.parametrize("shade", [*PALETTE, NEUTRAL])
def test_text_on_every_colour_meets_wcag_aa(shade):
    assert contrast(shade, ink_on(shade)) >= 4.5


def test_contrast_of_black_and_white_is_21():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert (ink_on("#FFFFFF"), ink_on("#000000")) == (DARK, LIGHT)
