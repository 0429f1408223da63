"""Random fits of a line in any units, as Hypothesis draws them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class LineFit:
    """How a point and data are made: any units, offsets and residuals, repeated x too."""

    seed: int
    count: int
    whole_x: bool
    x_unit: float
    offset: float
    truth: tuple[float, float]
    residual: float
    displacement: tuple[float, float]
    at_zero: bool

    def made(self) -> tuple[Array, tuple[Array, Array]]:
        random = np.random.default_rng(self.seed)
        x = random.standard_normal(self.count)
        x = self.x_unit * (np.round(x) if self.whole_x else x) + self.offset
        truth = np.array(self.truth)
        y = truth[0] * x + truth[1] + self.residual * random.standard_normal(self.count)
        point = truth + self.displacement * random.standard_normal(2)
        return (np.zeros(2) if self.at_zero else point), (x, y)


def line_fits(counts: Sequence[int]) -> st.SearchStrategy[LineFit]:
    powers = st.floats(-15, 15).map(lambda exponent: 10.0**exponent)
    sizes = st.one_of(st.just(0.0), st.just(1.0), powers)
    signed = st.one_of(sizes, sizes.map(lambda size: -size))
    return st.builds(
        LineFit,
        seed=st.integers(0, 2**32 - 1),
        count=st.sampled_from(counts),
        whole_x=st.booleans(),
        x_unit=powers,
        offset=st.one_of(st.just(0.0), powers),
        truth=st.tuples(signed, signed),
        residual=sizes,
        displacement=st.tuples(sizes, sizes),
        at_zero=st.integers(0, 9).map(lambda n: n == 0),
    )
