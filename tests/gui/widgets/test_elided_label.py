import pytest

from gui.widgets.elided_label import ElidedLabel

TEXT = "Also possible: a sentence that is much longer than its place."


@pytest.fixture
def label(qtbot):
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.resize(120, 24)
    with qtbot.waitExposed(label):
        label.show()
    return label


def test_a_long_text_is_cut_and_whole_in_the_tooltip(label):
    label.set_text(TEXT)
    assert label.text().endswith("…") and TEXT.startswith(label.text()[:-1])
    assert label.toolTip() == label.accessibleName() == label.whole_text() == TEXT
    assert label.sizeHint().width() <= label.width()


def test_it_grows_with_its_place(label, qtbot):
    label.set_text(TEXT)
    label.resize(900, 24)
    qtbot.waitUntil(lambda: label.text() == TEXT)
    assert label.minimumSizeHint().width() == 0


def test_it_follows_the_font(label, qtbot):
    label.resize(label.fontMetrics().horizontalAdvance(TEXT) + 4, 40)
    label.set_text(TEXT)
    qtbot.waitUntil(lambda: label.text() == TEXT)
    font = label.font()
    font.setPixelSize(30)
    label.setFont(font)
    assert label.text().endswith("…")
