/** The piece that a player holds: its kind, how it is turned, and the place over which it is held. */

/** Whether a piece looks otherwise when it is turned. */
export const turns = ({ orientations }) => orientations[0].turned !== 0;

/** Whether a flip makes of a piece what no turn can. */
export function flips({ orientations }) {
  const turned = [0];
  for (let next = orientations[0].turned; !turned.includes(next); next = orientations[next].turned) {
    turned.push(next);
  }
  return orientations[0].flipped !== null && !turned.includes(orientations[0].flipped);
}

export class Hand {
  #listeners = { hold: [], aim: [] };

  constructor(puzzle) {
    // For each kind of piece the orientation that is shown of it.
    this.puzzle = puzzle;
    this.turned = puzzle.pieces.map(() => 0);
    this.kind = null;
    this.place = null;
  }

  /** Call back when another piece is held, or the same turned ("hold"), or over another place ("aim"). */
  on(what, callback) { this.#listeners[what].push(callback); }

  get isEmpty() { return this.kind === null; }
  get orientation() { return this.turned[this.kind]; }
  get shape() { return this.puzzle.pieces[this.kind].orientations[this.orientation]; }

  hold(kind, orientation = this.turned[kind], place = null) {
    this.turned[kind] = orientation;
    this.kind = kind;
    this.place = place;
    this.#tell("hold");
    this.#tell("aim");
  }

  letGo() {
    if (this.isEmpty) return;
    this.kind = null;
    this.place = null;
    this.#tell("hold");
    this.#tell("aim");
  }

  /** Hold the piece over a placement, or over none (null). */
  aim(place) {
    if (place === this.place) return;
    this.place = place;
    this.#tell("aim");
  }

  /** The orientation after a turn to the right or back, or after a flip. */
  after(kind, how) {
    const { orientations } = this.puzzle.pieces[kind];
    const from = this.turned[kind];
    if (how === "back") return orientations.findIndex(({ turned }) => turned === from);
    return (how === "flip" ? orientations[from].flipped : orientations[from].turned) ?? from;
  }

  #tell(what) { for (const callback of this.#listeners[what]) callback(); }
}
