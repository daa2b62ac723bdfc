"""Experiments write beside what is under version control, not over it."""

from experiments.recording import RESULTS, ROOT, VARIABLE, Recording, latest, written


def test_results_under_version_control_are_written_only_where_they_are_named(monkeypatch, tmp_path, capsys):
    monkeypatch.delenv(VARIABLE, raising=False)
    assert written() == ROOT / "runs" / "results"
    assert "/runs/" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert latest("tilings") == RESULTS / "tilings"
    Recording("tilings", "python -m experiments.tilings.run").publish("dicelab/x/1", {"a": 1}, "text")
    assert latest("tilings") == tmp_path / "tilings"
    assert {path.name for path in latest("tilings").iterdir()} == {"manifest.json", "result.json", "result.md"}
    assert str(tmp_path) in capsys.readouterr().err
