"""Errors that a person caused and can mend, as codes with values."""

from __future__ import annotations

_LEAVE_OUT = (
    " ({bad} of {rows} rows cannot be read). Correct the file, or leave such rows out: --drop-rows."
)

_ENGLISH = {
    "file_not_found": "{file}: there is no such file. Check the name and the folder.",
    "file_is_folder": "{file}: this is a folder. Name a file in it.",
    "file_unreadable": "{file}: the file cannot be read ({why}). Check its permissions.",
    "file_is_no_table": (
        "{file}: this is {what}, not a table. Open a table: CSV, Excel (.xlsx), Parquet or NumPy."
    ),
    "file_is_page": (
        "{file}: this is a web page or XML, not a table. Download the data themselves as CSV."
    ),
    "file_broken": "{file}: the file is damaged ({why}). Save it again, or as CSV.",
    "file_not_decoded": (
        "{file}: this is no text in {encoding}. Give another --encoding, such as utf-8 or gb18030."
    ),
    "unknown_encoding": (
        "--encoding {name}: there is no encoding of that name. Give one such as utf-8, gb18030."
    ),
    "line_too_long": (
        "{file}, line {line}: the line has more than {most} characters; this is no table. "
        "Put each row on a line of its own."
    ),
    "bad_quotes": (
        "{file}, line {line}: a quotation mark there is not closed or stands amid a value ({why}). "
        "Correct the line."
    ),
    "header_width": (
        "{file}, line {line}: {count} values stand there, and {width} in the rows below, so that "
        "columns and names do not belong together. Correct the line, or pass over it with "
        "--skip-lines {line}."
    ),
    "doubtful_title": (
        "{file}, line {line}: {text!r} may be a title above two columns, or the name of one column "
        "of decimal commas. Give --skip-lines {line} or --delimiter ';'."
    ),
    "bad_marks": (
        "--decimal {decimal} --thousands {thousands}: numbers cannot have both. Give two marks."
    ),
    "no_such_sheet": "{file}: there is no sheet {sheet!r}. The sheets are: {sheets}.",
    "ambiguous_number": (
        "{file}, column {column}: {text!r} may be {one} or {other}, and no other value settles it. "
        "Give --decimal {first} for {one}, or --decimal {second} for {other}."
    ),
    "ambiguous_dates": (
        "{file}, column {column}: these are dates. Say what x is: --dates days, --dates months "
        "(since the first), or --dates row (the row's number); or choose columns by --x and --y."
    ),
    "ambiguous_date_order": (
        "{file}, column {column}: {text!r} may be day or month first, and no other date settles "
        "it. Give --date-order dmy or --date-order mdy."
    ),
    "file_empty": "{file}: the file holds no data rows. Give at least one row of two numbers.",
    "too_few_columns": (
        "{file}: only {count} column was found ({columns}), and a line needs two: x and y. "
        "Put a comma, semicolon or tab between the columns."
    ),
    "no_such_column": "{file}: there is no column {column!r}. The columns are: {columns}.",
    "not_a_number": "{file}, line {line}, column {column}: {text!r} is not a number" + _LEAVE_OUT,
    "missing_value": "{file}, line {line}, column {column}: the value is missing" + _LEAVE_OUT,
    "nonfinite_value": "{file}, line {line}, column {column}: {text!r} is not finite" + _LEAVE_OUT,
    "not_a_date": "{file}, line {line}, column {column}: {text!r} is not a date" + _LEAVE_OUT,
    "row_length": (
        "{file}, line {line}: {text} values stand there, and the table has {width} columns"
        + _LEAVE_OUT
    ),
    "last_point": "The last point cannot be taken out: a fit needs at least one.",
    "nonfinite_point": "point ({x}, {y}): this is not finite. Give two finite numbers.",
    "per_sample_shape": (
        "The loss {loss} has no term of length {count}: the residual is {shape}, which broadcasts. "
        "Give prediction and y the same shape ({count},)."
    ),
    "unknown_name": "{kind}: there is no {name!r}. Choose one of: {choices}.",
    "rate_out_of_range": (
        "learning rate {rate}: Keras holds it in float32. Give a number from 1e-45 to 3e38."
    ),
    "excluded_optimizer": "optimizer: {name!r} is not offered: {why}.",
    "bad_hyperparameter": (
        "--set {name}: {optimizer} has no hyperparameter of that name. Choose one of: {choices}."
    ),
    "hyperparameter_refused": "--set: {optimizer} refuses these hyperparameters: {why}",
    "bad_schedule_setting": (
        "schedule {schedule}: there is no setting {name!r}. Choose one of: {choices}."
    ),
    "bad_schedule_value": "schedule: {name} = {value} cannot be used. Give {wanted}.",
    "uneven_pieces": (
        "schedule piecewise: {factors} factors for {boundaries} boundaries. "
        "Give one factor more than boundaries."
    ),
    "bad_rates": (
        "--from {low} --to {high}: these are no rates to go from and to. "
        "Give a lower one and a higher one."
    ),
    "too_few_rates": "--count {count}: at least 2 rates are needed. Give 2 or more.",
    "bad_batch_size": "batch size {size}: a batch needs at least one row. Give 1 or more.",
    "bad_points": "--points {size}: there are too few or too many. Give {fewest} to {most}.",
    "misplaced_option": "{option} needs {owner}. Give {owner}, or leave {option} out.",
    "bad_parameters": "{option}: {text!r} is not understood. Write it like {example}.",
    "cannot_write": "{file}: the file cannot be written ({why}). Choose another place.",
    "wrong_suffix": "{file}: no file of this name can be written here. Name it {names}.",
    "another_log": (
        "{file}: the folder holds another TensorBoard log, and the two would be shown as one. "
        "Choose another folder."
    ),
    "nothing_to_export": ("export: nothing is to be written. Give one or more of {options}."),
    "session_has_settings": (
        "{option}: the session {file} holds a run with its settings, and nothing is trained. "
        "Leave out {option} or the session."
    ),
    "session_without_run": "{file}: the session holds no run. Choose another one.",
    "no_such_run": "--run {run}: the session has no run of that number. Choose one of: {choices}.",
    "film_in_mm": "--size: a film is measured in pixels, not mm. Write it like 1280x720.",
    "session_not": "{file}: this is no session of Descent Lab. Open a *.descent.json file.",
    "session_empty": "{file}: this session holds no run. Open another one.",
    "session_newer": (
        "{file}: this session is of format {version}, written by Descent Lab {by}. "
        "Open it with that version or a later one."
    ),
    "session_broken": (
        "{file}, line {line}, column {column}: the session is damaged here ({why}). "
        "Correct it or open another copy."
    ),
    "session_damaged": (
        "{file}: the session is damaged at {where}: {found} cannot be used ({why}). "
        "Open another copy."
    ),
    "session_data_missing": (
        "{file}: the data file {data} is not there. Put it back, or beside the session."
    ),
    "session_data_changed": (
        "{file}: the data file {data} does not hold the numbers of the session any more. "
        "Put back the file that it was."
    ),
    "session_columns": (
        "Run {run}: the optimizer {optimizer} of this Keras remembers other things than in the "
        "session. Open it with the version of Keras that it was saved with."
    ),
    "session_own_code": (
        "Run {run}: its loss, gradient or update is code without a name, which a session file "
        "does not hold. Export a script instead."
    ),
    "bad_picture_size": (
        "size {width} x {height} {unit}: no picture can have it. "
        "Give each side from {low} to {high} {unit}."
    ),
    "bad_frame_rate": "{fps} frames per second: give a number from {low} to {high}.",
    "bad_frame_count": "{count} frames: give a whole number from {low} to {high}.",
    "script_of_bug": (
        "script: this run has a deliberate mistake in its step ({bug}), which a script does not "
        "repeat. Choose a run without one."
    ),
    "script_of_branch": (
        "script: other settings than the learning rate changed at step {step}, which a script does "
        "not repeat. Choose a run that kept its settings from the start."
    ),
    "script_of_function": (
        "script: this run fits no straight line to data, which a script needs. "
        "Choose a run that does."
    ),
    "no_figure_writer": "{option} needs the window's package. Use the command descent-lab.",
}


class InputError(Exception):
    """What a person gave cannot be used.

    Parameters
    ----------
    code : str
        Which error it is; the window words it in the person's language by this code.
    **values : object
        What the sentence names: file, line, column, text, choices.
    """

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(_ENGLISH[code].format(**values))
        self.code = code
        self.values = values
