from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QLabel, QPushButton

from gui.widgets.card import Card


def test_title_buttons_and_body(qtbot):
    body, first, second = QLabel("body"), QPushButton("follow"), QPushButton("fit all")
    card = Card(body)
    card.set_title("Loss surface")
    card.add_header_button(first)
    card.add_header_button(second)
    card.resize(400, 300)
    qtbot.addWidget(card)
    with qtbot.waitExposed(card):
        card.show()
    title = card.findChild(QLabel, "cardTitle")
    assert title.text() == card.accessibleName() == "Loss surface"
    assert title.x() < first.mapTo(card, QPoint()).x() < second.mapTo(card, QPoint()).x()
    assert body.y() > title.geometry().bottom()
    assert body.height() > 200
    assert card.body is body
    assert first.property("small")
