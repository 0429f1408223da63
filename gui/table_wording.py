"""The words of the window for what can be wrong with a table, or be asked about it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


def table_templates() -> dict[str, str]:
    """Return a sentence for each code of `core.table`."""
    return {**_of_files(), **_of_layouts(), **_of_cells(), **_questions()}


def mark_words(mark: str) -> str:
    """Return what a mark of a table is called."""
    return {
        ",": translate("Table", "comma ,"),
        ";": translate("Table", "semicolon ;"),
        "\t": translate("Table", "tab"),
        "|": translate("Table", "bar |"),
        " ": translate("Table", "space"),
        ".": translate("Table", "point ."),
        "'": translate("Table", "apostrophe '"),
        "": translate("Table", "none"),
    }.get(mark, mark)


def table_values(code: str, values: dict[str, object]) -> dict[str, object]:
    """Return the values of an error with their English words in the present language."""
    if code == "file_is_no_table":
        return {**values, "what": _kind_words(str(values["what"]))}
    if code == "ambiguous_number":
        marks = {name: mark_words(str(values[name])) for name in ("first", "second")}
        return {**values, **marks}
    if code == "bad_marks":
        return {**values, "decimal": mark_words(str(values["decimal"]))}
    return values


def _kind_words(what: str) -> str:
    """Return what a file is that is no table."""
    return {
        "a picture (PNG)": translate("Table", "a picture (PNG)"),
        "a picture (JPEG)": translate("Table", "a picture (JPEG)"),
        "a picture (GIF)": translate("Table", "a picture (GIF)"),
        "a PDF document": translate("Table", "a PDF document"),
        "compressed (gzip)": translate("Table", "compressed (gzip)"),
        "compressed (bzip2)": translate("Table", "compressed (bzip2)"),
        "compressed (xz)": translate("Table", "compressed (xz)"),
        "compressed (zstandard)": translate("Table", "compressed (zstandard)"),
        "compressed (zip)": translate("Table", "compressed (zip)"),
        "an old Excel workbook (.xls)": translate("Table", "an old Excel workbook (.xls)"),
        "a Word document (.docx)": translate("Table", "a Word document (.docx)"),
        "a presentation (.pptx)": translate("Table", "a presentation (.pptx)"),
        "a SQLite database": translate("Table", "a SQLite database"),
        "an HDF5 file": translate("Table", "an HDF5 file"),
        "no text (it has NULs)": translate("Table", "no text (it has NULs)"),
        "a program": translate("Table", "a program"),
    }.get(what, what)


def _of_files() -> dict[str, str]:
    return {
        "file_not_found": translate(
            "Table", "{file}: there is no such file. Check the name and the folder."
        ),
        "file_is_folder": translate("Table", "{file}: this is a folder. Name a file in it."),
        "file_unreadable": translate(
            "Table", "{file}: the file cannot be read ({why}). Check its permissions."
        ),
        "file_is_no_table": translate(
            "Table",
            "{file}: this is {what}, not a table. Open a table: CSV, Excel (.xlsx), Parquet or "
            "NumPy.",
        ),
        "file_is_page": translate(
            "Table",
            "{file}: this is a web page or XML, not a table. Download the data themselves as CSV.",
        ),
        "file_broken": translate(
            "Table", "{file}: the file is damaged ({why}). Save it again, or as CSV."
        ),
        "file_not_decoded": translate(
            "Table", "{file}: this is no text in {encoding}. Choose another encoding."
        ),
        "unknown_encoding": translate(
            "Table", "There is no encoding {name}. Choose one such as utf-8 or gb18030."
        ),
        "file_empty": translate(
            "Table", "{file}: the file holds no data rows. Give at least one row of two numbers."
        ),
    }


def _of_layouts() -> dict[str, str]:
    return {
        "line_too_long": translate(
            "Table",
            "{file}, line {line}: the line has more than {most} characters; this is no table. "
            "Put each row on a line of its own.",
        ),
        "bad_quotes": translate(
            "Table",
            "{file}, line {line}: a quotation mark there is not closed or stands amid a value "
            "({why}). Correct the line.",
        ),
        "header_width": translate(
            "Table",
            "{file}, line {line}: {count} values stand there, and {width} in the rows below, so "
            "that columns and names do not belong together. Correct the line, or pass over the "
            "first {line} lines.",
        ),
        "no_such_sheet": translate(
            "Table", "{file}: there is no sheet {sheet}. The sheets are: {sheets}."
        ),
        "too_few_columns": translate(
            "Table",
            "{file}: only {count} column was found ({columns}), and a line needs two: x and y. "
            "Put a comma, semicolon or tab between the columns.",
        ),
        "no_such_column": translate(
            "Table", "{file}: there is no column {column}. The columns are: {columns}."
        ),
        "bad_marks": translate(
            "Table", "{decimal} cannot be the decimal mark and the mark of thousands in one table."
        ),
    }


def _of_cells() -> dict[str, str]:
    return {
        "not_a_number": translate(
            "Table",
            "{file}, line {line}, column {column}: “{text}” is not a number "
            "({bad} of {rows} rows cannot be read). Correct the file, or leave such rows out.",
        ),
        "missing_value": translate(
            "Table",
            "{file}, line {line}, column {column}: the value is missing "
            "({bad} of {rows} rows cannot be read). Correct the file, or leave such rows out.",
        ),
        "nonfinite_value": translate(
            "Table",
            "{file}, line {line}, column {column}: “{text}” is not finite "
            "({bad} of {rows} rows cannot be read). Correct the file, or leave such rows out.",
        ),
        "not_a_date": translate(
            "Table",
            "{file}, line {line}, column {column}: “{text}” is not a date "
            "({bad} of {rows} rows cannot be read). Correct the file, or leave such rows out.",
        ),
        "row_length": translate(
            "Table",
            "{file}, line {line}: {text} values stand there, and the table has {width} columns "
            "({bad} of {rows} rows cannot be read). Correct the file, or leave such rows out.",
        ),
    }


def _questions() -> dict[str, str]:
    return {
        "ambiguous_number": translate(
            "Table",
            "Column {column}: “{text}” may be {one} or {other}, and no other value settles it. "
            "Choose the decimal mark: {first} for {one}, {second} for {other}.",
        ),
        "ambiguous_dates": translate(
            "Table",
            "Column {column} holds dates. Choose what x is: days or months since the first, or "
            "the number of the row.",
        ),
        "ambiguous_date_order": translate(
            "Table",
            "Column {column}: “{text}” may be day or month first, and no other date settles it. "
            "Choose the order.",
        ),
        "doubtful_title": translate(
            "Table",
            "Line {line}: “{text}” may be a title above two columns, or the name of one column of "
            "decimal commas. Choose the delimiter, or the lines to pass over.",
        ),
    }
