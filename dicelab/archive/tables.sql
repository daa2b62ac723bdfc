CREATE TABLE sets (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    family TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    shared_cells INTEGER NOT NULL,
    dice TEXT NOT NULL,
    sizes TEXT NOT NULL,
    rolls INTEGER NOT NULL,
    name TEXT NOT NULL,
    measured_by TEXT NOT NULL,
    added TEXT NOT NULL,
    sha256 TEXT NOT NULL
);
CREATE INDEX sets_family ON sets (family);
CREATE INDEX sets_added ON sets (added);
CREATE TABLE origins (
    number INTEGER NOT NULL REFERENCES sets ON DELETE CASCADE,
    at TEXT NOT NULL,
    name TEXT NOT NULL,
    command TEXT NOT NULL,
    seed TEXT NOT NULL,
    version TEXT NOT NULL,
    dice TEXT NOT NULL,
    PRIMARY KEY (number, at, name, command, seed, version, dice)
) WITHOUT ROWID;
CREATE TABLE confirmations (
    number INTEGER NOT NULL REFERENCES sets ON DELETE CASCADE,
    at TEXT NOT NULL,
    program TEXT NOT NULL,
    version TEXT NOT NULL,
    PRIMARY KEY (number, at, program, version)
) WITHOUT ROWID;
CREATE TABLE tags (
    number INTEGER NOT NULL REFERENCES sets ON DELETE CASCADE,
    tag TEXT NOT NULL,
    PRIMARY KEY (number, tag)
) WITHOUT ROWID;
CREATE INDEX tags_tag ON tags (tag, number);
