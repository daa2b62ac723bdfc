"""A reader of a folder for Tabletop Simulator, save file and models, which shares no code with the writer.

It follows the game: a model's x is mirrored where it is read, objects turn around z, then x, then y, and y goes up.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlparse

import numpy as np


@dataclass
class Solid:
    name: str
    points: np.ndarray
    faces: np.ndarray
    """Numbers of points, three to a face, as in the file."""
    places: np.ndarray
    on: np.ndarray

    def is_closed(self):
        """Every edge belongs to two triangles, which go along it in opposite directions."""
        edges = [tuple(face[[n, (n + 1) % 3]]) for face in self.faces for n in range(3)]
        return len(set(edges)) == len(edges) and {edge[::-1] for edge in edges} == set(edges)

    def volume(self):
        one, two, three = self.points[self.faces.T]
        return float((one * np.cross(two, three)).sum() / 6)

    def normals(self):
        one, two, three = self.points[self.faces.T]
        across = np.cross(two - one, three - one)
        return across / np.linalg.norm(across, axis=1, keepdims=True)

    def is_convex(self):
        """No point lies before any triangle."""
        heights = np.einsum("fpk,fk->fp", self.points[None] - self.points[self.faces[:, :1]], self.normals())
        return heights.max() < 1e-4

    def islands(self, triangles):
        """Triangles that hang together by their points."""
        left, found = set(triangles), []
        while left:
            here = [left.pop()]
            for one in here:
                near = {other for other in left if set(self.faces[one]) & set(self.faces[other])}
                left -= near
                here += near
            found.append(here)
        return found

    def sides(self):
        """The flat sides: the normal of each, and the numbers of its triangles."""
        found: list[tuple[np.ndarray, list]] = []
        for number, normal in enumerate(self.normals()):
            same = next((numbers for other, numbers in found if normal @ other > 1 - 1e-5), None)
            if same is None:
                found.append((normal, [number]))
            else:
                same.append(number)
        return found


def read_obj(data):
    """The solids of an OBJ file."""
    solids: list[tuple[str, list]] = []
    points, places, normals = [], [], []
    for line in data.decode().splitlines():
        kind, *words = line.split()
        if kind == "o":
            solids.append((" ".join(words), []))
        elif kind == "v":
            points.append([float(word) for word in words])
        elif kind == "vt":
            places.append([float(word) for word in words])
        elif kind == "vn":
            normals.append([float(word) for word in words])
        elif kind == "f":
            solids[-1][1].append([[int(one) - 1 for one in word.split("/")] for word in words])
        else:
            assert kind == "#", line
    found = []
    for name, faces in solids:
        corners = np.array(faces)
        assert corners.shape[1:] == (3, 3), "triangles, each corner with a place and a normal"
        used = np.unique(corners[:, :, 0])
        number = {int(one): place for place, one in enumerate(used)}
        solid = Solid(
            name,
            np.array(points)[used],
            np.vectorize(number.get)(corners[:, :, 0]),
            np.array(places),
            corners[:, :, 1],
        )
        assert np.allclose(np.array(normals)[corners[:, 0, 2]], solid.normals(), atol=1e-3)
        found.append(solid)
    return found


def rotation(angles):
    """The matrix of an object that is turned by degrees around z, then x, then y."""
    x, y, z = np.radians([angles[axis] for axis in "xyz"])
    around_z = np.array([[np.cos(z), -np.sin(z), 0], [np.sin(z), np.cos(z), 0], [0, 0, 1]])
    around_x = np.array([[1, 0, 0], [0, np.cos(x), -np.sin(x)], [0, np.sin(x), np.cos(x)]])
    around_y = np.array([[np.cos(y), 0, np.sin(y)], [0, 1, 0], [-np.sin(y), 0, np.cos(y)]])
    return around_y @ around_x @ around_z


MIRROR = np.array([-1, 1, 1])


@dataclass
class Thing:
    """An object on the table."""

    state: dict
    solid: Solid
    collider: list
    texture: Path

    @property
    def kind(self):
        return self.state["Nickname"].split()[0]

    @property
    def values(self):
        return [one["Value"] for one in self.state.get("RotationValues", [])]

    def at(self, points):
        """Where places of the model are on the table."""
        place = self.state["Transform"]
        turn = rotation({axis: place[f"rot{axis.upper()}"] for axis in "xyz"})
        return (points * MIRROR) @ turn.T + [place[f"pos{axis}"] for axis in "XYZ"]


def file_of(address):
    found = urlparse(address)
    assert found.scheme == "file"
    return Path(found.path)


def read_folder(folder):
    """The save file and its objects."""
    (name,) = folder.glob("*.json")
    save = json.loads(name.read_bytes())
    things = []
    for state in save["ObjectStates"]:
        mesh = state["CustomMesh"]
        (solid,) = read_obj(file_of(mesh["MeshURL"]).read_bytes())
        collider = read_obj(file_of(mesh["ColliderURL"]).read_bytes())
        things.append(Thing(state, solid, collider, file_of(mesh["DiffuseURL"])))
    return save, things
