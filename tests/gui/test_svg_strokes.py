from gui.svg_strokes import scaling_strokes

FIXED = 'vector-effect="non-scaling-stroke"'


def group(body, matrix="2,0,0,3,10,20"):
    transform = f'transform="matrix({matrix})"'
    return f'<g stroke="#000" stroke-width="2" {transform}\nfont-size="13">\n{body}</g>'


def test_a_line_of_constant_width_is_brought_to_its_place():
    svg = group(f'<polyline fill="none" {FIXED} points="0,0 1,-1 1e-02,1 " />')
    moved = scaling_strokes(svg)
    assert 'points="10.000,20.000 12.000,17.000 10.020,23.000 "' in moved
    assert "transform" not in moved and FIXED not in moved and 'stroke-width="2"' in moved


def test_curves_turn_with_the_transform():
    moved = scaling_strokes(group(f'<path {FIXED} d="M1,0 C0,1 2,2 3,0 Z "/>', "0,-1,1,0,5,5"))
    assert 'd="M5.000,4.000 C6.000,5.000 7.000,3.000 5.000,2.000 Z "' in moved


def test_a_rectangle_becomes_its_corners():
    moved = scaling_strokes(group(f'<rect {FIXED} x="1" y="2" width="3" height="4" />'))
    assert "<polygon" in moved
    assert 'points="12.000,26.000 18.000,26.000 18.000,38.000 12.000,38.000"' in moved


def test_what_is_scaled_anyway_stays():
    for body in (
        "<text>1,2</text>",
        '<path d="M0,0 L1,1 "/>',
        f"<text>a</text><path {FIXED} d=''/>",
    ):
        assert scaling_strokes(group(body)) == group(body)
