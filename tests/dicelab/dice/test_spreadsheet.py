"""Spreadsheets as people have them: dice in rows, columns or rows of faces; what is no dice set is told in one line."""

import io
import zipfile

import pytest

from dicelab.dice import read_dice_set
from dicelab.errors import DiceError, IgnoredFieldsWarning
from solver.polyform import Puzzle

openpyxl = pytest.importorskip("openpyxl")

PUZZLE = Puzzle.parse("3x4/3:O4,I4,I1")
DICE = [["A1", "A2"], ["B1", "B3"], ["C2", "C4"]]


def read(tmp_path, data):
    path = tmp_path / "set.csv"
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return read_dice_set(path, PUZZLE).labels()


def workbook(*sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for cells in sheets:
        sheet = book.create_sheet()
        for place, value in cells.items():
            sheet[place] = value
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


ROWS = {f"{'CDE'[n]}{row}": [row - 3, *DICE[row - 4]][n] for row in (4, 5, 6) for n in range(3)}


@pytest.mark.parametrize(
    "text",
    [
        "die,face,cell\n1,1,A1\n1,2,A2\n2,1,B1\n2,2,B3\n3,1,C2\n3,2,C4\n",
        "CELL;Die No.;Face\nA1;1;1\nA2;1;2\nC2;3;1\nC4;3;2\nB3;2;2\nB1;2;1\n",
        "Die,Cell\n1,A1\n,A2\n2,B1\n,B3\n3,C2\n,C4\n",
        "Würfel;Zelle\n1;A1\n1;A2\n2;B1\n2;B3\n3;C2\n3;C4\n",
        "sep=;\r\nDIE;SIDE1;SIDE2\r\n1;A1;A2\r\n2;B1;B3\r\n3;C2;C4\r\n",
        "die\tface 1\tface 2\n1\tA1\tA2\n2\tB1\tB3\n3\tC2\tC4\n",
        "\ufeffDie,1,2\r1,A1,A2\r2,B1,B3\r3,C2,C4\r",
        '"Name","Side 1","Side 2"\n"red","a1","a2"\n"blue","b1","b3"\n"green","c2","c4"\n',
        ";;;;\n;Die;;1;2;\n;;;;\n;3;;C2;C4;\n;1;;A1;A2;\n;2;;B1;B3;\n;;;;\n",
        "Die 1,A1,A2\nDie 2,B1,B3\nDie 3,C2,C4\n",
        '"A1","A2"\n"B1","B3"\n"C2","C4"\n',
        "1: A1, A2\n2: B1, B3\n3: C2, C4\n",
        "Die 1,Die 2,Die 3\nA1,B1,C2\nA2,B3,C4\n",
        ",Die 1,Die 2,Die 3\n1,A1,B1,C2\n2,A2,B3,C4\n",
        "Face;red;blue;green\nFace 1;A1;B1;C2\nFace 2;A2;B3;C4\n",
        "red,blue,green\nA1,B1,C2\nA2,B3,C4\n",
        "A1,B1,C2\nA2,B3,C4\n",
        '# my dice, at last\nDie,Cells\n1,"A1, A2"\n2,B1/B3\n3,"C2\nC4"\n',
        '"A1 A2","B1 B3","C2 C4"\n',
        "Die;F1;F2\n1;A1;A2\n2;B1;B3\n3;C2;C4\n",
        "A1\tA2\nB1\tB3\nC2\tC4\n".encode("utf-16"),
    ],
)
def test_dice_are_rows_or_columns_or_rows_of_faces(tmp_path, text):
    assert read(tmp_path, text) == DICE


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Die,Colour,1,2,Price\n1,red,A1,A2,3\n2,blue,B1,B3,3\n3,green,C2,C4,3\n", "'Colour' and 'Price'"),
        ("My dice\n\ndie,face,cell\n1,1,A1\n1,2,A2\n2,1,B1\n2,2,B3\n3,1,C2\n3,2,C4\n", "row 1 ('My dice')"),
        ("Die,1,2\n1,A1,A2\n2,B1,B3\n3,C2,C4\nTotal,6\n", "row 5 ('Total')"),
        ("A1,A2\nB1,B3\nC2,C4\n\nMade by Tom in May\n", "row 5 ('Made by Tom in May')"),
    ],
)
def test_what_has_no_cells_is_ignored_with_a_note(tmp_path, text, says):
    with pytest.warns(IgnoredFieldsWarning) as caught:
        assert read(tmp_path, text) == DICE
    assert says in str(caught[0].message)
    assert len(caught) == 1


def test_a_workbook_is_read_wherever_its_dice_stand(tmp_path):
    assert read(tmp_path, workbook({"B2": "Game"}, {**ROWS, "C3": "Die", "D3": 1.0, "E3": 2.0})) == DICE
    by_columns = {f"{'BCD'[die]}{row}": DICE[die][row - 2] for die in range(3) for row in (2, 3)}
    assert read(tmp_path, workbook({**by_columns, "B1": "Die 1", "C1": "Die 2", "D1": "Die 3", "A2": 1})) == DICE


def archive(name, data):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(name, data)
    return packed.getvalue()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"Die,1,2\n1,A1,A2\n2,B1,B3\n", "2 dice for 3 blockers"),
        (b"Name,Age\nBob,7\n", "row 2: beside the number of the die there is no cell: write a die in each row"),
        (b"Die,1\n1,A1\n2,\n3,B1\n", "row 3: die 2 has no cell: write a die in each row"),
        (b"Die,1,2\n1,A1,=B3\n", "row 2: '=B3' is a formula: write the cell itself"),
        (b"1,A1,A9\n2,B1,B3\n3,C2,C4\n", "die 1: 'A9' is not a cell"),
        (
            "Farbe;Feld\nrot;A1\nrot;A2\nblau;B1\ngelb;C2\n",
            "4 rows of one cell, and no column with the number of the die: write",
        ),
        (b";;\n;;\n", "names no die: write a die in each row"),
        (b"die,cell\n" + b"1,A1\n" * 10_000, "has over 10,000 rows"),
        (b"A1," * 1100, "column 1,100"),
        (b"Die,1\n1,A1\0\n", "is not UTF-8 (byte 10): save it as UTF-8"),
        ("Würfel,1\n1,A1\n".encode("latin-1"), "is not UTF-8 (byte 1)"),
        ("Die;1\n1;A1\n".encode("utf-16-le"), "is not UTF-8 (byte 1)"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "is an old file of Excel (.xls)"),
        (b"PK\x03\x04 and no more", "is a damaged workbook"),
        (archive("xl/workbook.xml", b"<"), "is a damaged workbook"),
        (archive("content.xml", b""), "is an archive, but no .xlsx workbook"),
        (archive("xl/sheet1.xml", bytes(1 << 25)), "unpacks to 33,554,432 bytes"),
        (workbook({**ROWS, "XFD1048576": "x"}), "has a sheet of over 10,000 rows"),
        (workbook(ROWS | {"D4": "=B3"}), "row 4: '=B3' is a formula"),
        (workbook({}), "names no die"),
    ],
)
def test_what_cannot_be_read_is_told_in_one_line(tmp_path, data, says):
    with pytest.raises(DiceError) as caught:
        read(tmp_path, data)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
