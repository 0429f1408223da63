import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.scaling import Scaling, ScalingKind
from gui.scaled_axis import OriginalAxis, scaled_name


@pytest.mark.parametrize(
    ("scaling", "name"),
    [
        (Scaling(), "years"),
        (Scaling(ScalingKind.CENTRE, 2006.5), "years − 2006.5"),
        (Scaling(ScalingKind.CENTRE, -3.0), "years + 3"),
        (Scaling(ScalingKind.STANDARDISE, 3.0, 2**0.5), "(years − 3) / 1.414"),
    ],
)
def test_the_name_is_the_formula(scaling, name):
    assert scaled_name("years", scaling) == name


@settings(deadline=None, max_examples=60)
@given(
    offset=st.floats(-1e6, 1e6), factor=st.floats(1e-6, 1e6), low=st.floats(-5, 5),
    width=st.floats(0.1, 10),
)  # fmt: skip
def test_each_tick_lies_where_its_number_is(qapp, offset, factor, low, width):
    axis = OriginalAxis()
    scaling = Scaling(ScalingKind.STANDARDISE, offset, factor)
    axis.set_scaling(scaling)
    ((spacing, ticks),) = axis.tickValues(low, low + width, 400)
    texts = axis.tickStrings(ticks, 1.0, spacing)
    assert ticks and all(low - 1e-6 <= tick <= low + width + 1e-6 for tick in ticks)
    original = spacing * factor
    for tick, text in zip(ticks, texts, strict=True):
        wanted = tick * factor + offset
        assert float(text) == pytest.approx(wanted, abs=1e-6 * original + 1e-12 * abs(offset))
    # Round numbers of the original units.
    power = 10.0 ** np.floor(np.log10(original) + 1e-9)
    assert round(original / power, 6) in (1.0, 2.0, 5.0)
