"""Reads a table of Spillway's as spreadsheets do, whichever separator they take, and fails where a cell would be a formula.

Python's csv module always reads it; pandas too where it is installed. Prints the names of the readers.
"""

import csv
import sys


def is_formula(cell):
    if not cell.startswith(("=", "+", "-", "@", "\t")):
        return False
    try:
        float(cell)
        return False
    except ValueError:
        return True


def refuse(reader, row):
    formulas = [cell for cell in row if is_formula(cell)]
    if formulas:
        sys.exit(f"{reader} takes {formulas[0]!r} for a formula")


def main(path):
    for separator in ",;\t":
        with open(path, newline="", encoding="utf-8") as file:
            for row in csv.reader(file, delimiter=separator):
                refuse(f"a spreadsheet that splits at {separator!r}", row)
    with open(path, newline="", encoding="utf-8") as file:
        lengths = {len(row) for row in csv.reader(file)}
    if len(lengths) != 1:
        sys.exit(f"rows of {lengths} cells")
    readers = ["csv"]
    try:
        import pandas
    except ImportError:
        pass
    else:
        table = pandas.read_csv(path, dtype=str, keep_default_na=False)
        for row in table.itertuples(index=False):
            refuse("pandas", row)
        readers.append("pandas")
    print(" ".join(readers))


main(sys.argv[1])
