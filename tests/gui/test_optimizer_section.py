"""Every hyperparameter of the chosen optimizer as a control of the left column."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from core.hyperparameters import Kind, hyperparameters
from core.optimizer import OPTIMIZERS, OptimizerConfig
from gui.controller import Controller
from gui.hyperparameter_wording import help_text, meaning, withheld_words
from gui.optimizer_section import OptimizerSection
from gui.shown import Shown
from gui.widgets.note_label import NoteLabel
from gui.widgets.setting_fields import CountField, NumberField, SwitchField
from tests.gui.driver import Driver
from tests.gui.panels.canned import preset, shown_of, trained


class Seat:
    """A section beside a controller without a runner's thread, drawn after each change."""

    def __init__(self, qtbot: QtBot) -> None:
        self.controller = Controller()
        self.section = OptimizerSection(self.controller)
        qtbot.addWidget(self.section)
        self._qtbot, self._run = qtbot, trained(preset("tape"), 1)
        self.section.draw(shown_of(self._run, surface=False))
        self.section.set_open(True)
        self.section.show()

    def draw(self) -> None:
        self.section.draw(Shown(self.controller.config))

    def choose(self, optimizer: str) -> None:
        self.controller.set_optimizer(optimizer)
        self.draw()

    def type(self, name: str, text: str) -> None:
        field = self.section.field(name)
        field.selectAll()
        field.setModified(True)
        field.setText(text)
        field._commit()
        self.draw()

    @property
    def settings(self) -> dict[str, object]:
        return dict(self.controller.config.optimizer.hyperparameters)

    def note(self, name: str = "hyperparameterNote") -> NoteLabel:
        return self.section.findChild(NoteLabel, name)


@pytest.fixture
def seat(qtbot: QtBot):
    seat = Seat(qtbot)
    yield seat
    seat.controller._timer.stop()


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_every_hyperparameter_has_its_field(seat: Seat, name: str) -> None:
    seat.choose(name)
    kinds = {Kind.NUMBER: NumberField, Kind.WHOLE: CountField, Kind.SWITCH: SwitchField}
    for entry in hyperparameters(name):
        field = seat.section.field(entry.name)
        assert isinstance(field, kinds[entry.kind])
        assert field.objectName() == f"hyperparameter_{entry.name}"
        assert field.accessibleName() == entry.name
        assert meaning(entry) != entry.name and help_text(entry) in field.toolTip()
        assert field.setting() == entry.default
    assert seat.section.heading() == "Settings: Keras' defaults"
    assert seat.note("withheldNote").text().startswith("Not offered: loss")
    assert withheld_words("unscaled_loss") in seat.note("withheldNote").toolTip()


def test_the_fields_wait_for_keras(qtbot: QtBot) -> None:
    controller = Controller()
    section = OptimizerSection(controller)
    qtbot.addWidget(section)
    section.set_open(True)
    section.draw(Shown(controller.config))
    assert not section.findChildren(NumberField)
    section.draw(shown_of(trained(preset("tape"), 1), surface=False))
    assert section.findChildren(NumberField)
    controller._timer.stop()


def test_values_reach_the_settings_and_the_heading(seat: Seat) -> None:
    seat.type("momentum", "0.9")
    assert seat.settings == {"momentum": 0.9}
    seat.section.field("nesterov").click()
    seat.draw()
    assert seat.settings == {"momentum": 0.9, "nesterov": True}
    assert seat.section.heading() == "Settings: momentum 0.9, nesterov"
    assert "θ ← θ + μv − ηg" in seat.section._formula.text()
    seat.section.field("ema_overwrite_frequency").setValue(5)
    assert seat.settings["ema_overwrite_frequency"] == 5
    seat.type("momentum", "0")
    assert "momentum" not in seat.settings
    assert "nesterov does nothing without momentum." in seat.note().text()
    assert seat.note().property("note") == "hint"


def test_back_to_the_defaults_of_keras(seat: Seat) -> None:
    assert seat.section._back.isHidden()
    seat.type("clipvalue", "2")
    assert not seat.section._back.isHidden()
    seat.section._back.click()
    seat.draw()
    assert seat.settings == {} and seat.section._back.isHidden()
    assert seat.section.field("clipvalue").text() == ""


def test_an_empty_field_is_off(seat: Seat) -> None:
    seat.choose("muon")
    field = seat.section.field("adam_weight_decay")
    assert (field.text(), field.placeholderText()) == ("0.004", "off")
    seat.type("adam_weight_decay", "")
    assert seat.settings == {"adam_weight_decay": None}
    assert seat.section.heading() == "Settings: adam_weight_decay off"
    assert "off: type a number" in field.toolTip()


@pytest.mark.parametrize(
    ("optimizer", "name", "text", "why"),
    [
        ("sgd", "momentum", "1.5", "must not be above 1"),
        ("adam", "beta_1", "1", "must be below 1"),
        ("adam", "epsilon", "abc", "is not a number"),
        ("sgd", "clipnorm", "0", "must be above 0"),
        ("ftrl", "learning_rate_power", "0.5", "must not be above 0"),
        ("adamw", "weight_decay", "", "The field is empty"),
    ],
)
def test_a_bad_value_is_not_taken_and_says_why(
    seat: Seat, optimizer: str, name: str, text: str, why: str
) -> None:
    seat.choose(optimizer)
    seat.type(name, text)
    assert seat.settings == {}
    field = seat.section.field(name)
    assert not field.is_valid() and why in field.toolTip()


def test_two_clippings_are_refused_in_a_sentence(seat: Seat) -> None:
    seat.type("clipnorm", "1")
    seat.type("clipvalue", "2")
    assert seat.settings == {"clipnorm": 1.0}
    assert seat.section.field("clipvalue").text() == ""
    assert seat.note().text() == (
        "Keras takes only one of clipnorm, clipvalue: empty the other field first."
    )
    assert seat.note().property("note") == "danger" and not seat.note().isHidden()
    seat.type("clipnorm", "3")
    assert seat.note().isHidden()


def test_another_optimizer_has_its_defaults_and_the_same_rate(seat: Seat) -> None:
    seat.controller.set_learning_rate(0.25)
    seat.type("momentum", "0.5")
    seat.choose("adam")
    assert seat.controller.config.optimizer == OptimizerConfig("adam", 0.25)
    assert not seat.section.findChildren(SwitchField, "hyperparameter_nesterov")[1:]


def test_what_was_half_typed_goes_with_its_field(seat: Seat, qtbot: QtBot) -> None:
    field = seat.section.field("momentum")
    field.setFocus()
    qtbot.keyClicks(field, "0.3")
    seat.choose("adam")
    assert seat.settings == {}
    assert seat.section.field("beta_1").setting() == 0.9


def test_a_run_is_made_with_them(window, qtbot: QtBot) -> None:
    drive = Driver(window, qtbot)
    drive.full_speed()
    window.body.controls.open_all()
    drive.type("hyperparameter_momentum", "0.9")
    drive.until(lambda: drive.window.controller.shown.run is not None)
    drive.until(lambda: dict(drive.run.config.optimizer.hyperparameters) == {"momentum": 0.9})
    drive.settle()
    assert window.body.controls.widget().width() <= window.body.controls.viewport().width()
