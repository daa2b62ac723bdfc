/** Why a board has no tiling, in sentences that can be checked by hand. */

import { cellsOf } from "./model.js";
import { SMALL, Sharing } from "./sharing.js";

const MOST_LEAVES = 60;

/** Free cells with the pieces that are left, and the placements that were laid. */
class Position {
  constructor(model, lo, hi, left, laid) {
    Object.assign(this, { model, lo, hi, left, laid });
    this.parts = model.parts(lo, hi);
    this.fitting = [];
    for (let n = 0; n < model.kind.length; n++) {
      if (left[model.kind[n]] && !(model.lo[n] & ~lo) && !(model.hi[n] & ~hi)) this.fitting.push(n);
    }
  }

  lay(n) {
    const { model, lo, hi, left } = this;
    const rest = left.map((copies, kind) => copies - (kind === model.kind[n] ? 1 : 0));
    return new Position(model, lo & ~model.lo[n], hi & ~model.hi[n], rest, [...this.laid, n]);
  }

  /** Each cell and each kind of piece with its placements, those with the fewest first. */
  items() {
    const { model, fitting, left } = this;
    const cells = cellsOf(this.lo, this.hi).map((cell) =>
      ({ cell, ways: fitting.filter((n) => model.placements[n].cells.includes(cell)) }));
    const kinds = left.flatMap((copies, kind) =>
      (copies ? [{ kind, ways: fitting.filter((n) => model.kind[n] === kind) }] : []));
    return [...cells, ...kinds].sort((a, b) => a.ways.length - b.ways.length);
  }
}

/** Texts about cells and pieces of a puzzle. */
class Words {
  constructor({ fields, kinds }) {
    this.fields = fields;
    this.kinds = kinds;
  }

  cells(cells) {
    return cells.map((cell) => this.fields.cells[cell].label).join(" ");
  }

  number(cells) {
    return `${cells} ${cells === 1 ? this.fields.cell : this.fields.cell_plural}`;
  }

  part(part) {
    const cells = cellsOf(...part);
    if (cells.length <= SMALL) return `${cells.length > 1 ? "cells" : "cell"} ${this.cells(cells)}`;
    return `the part of ${this.number(cells.length)} around ${this.cells(cells.slice(0, 1))}`;
  }

  lying({ kind, cells }) {
    return `${this.kinds[kind].name} on ${this.cells(cells)}`;
  }

  group(group) {
    const names = group.flatMap((copies, kind) =>
      (copies ? [copies > 1 ? `${copies} times ${this.kinds[kind].name}` : this.kinds[kind].name] : []));
    return names.join(" + ");
  }

  colours(counts) {
    const { colours } = this.fields;
    const said = counts.flatMap((count, colour) => (count ? [`${count} ${colours[colour]}`] : []));
    return `${listed(said, "and")} ${this.fields.cell_plural}`;
  }
}

const listed = (names, joint) =>
  (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${joint} ${names.at(-1)}`);
const sentence = (text) => text[0].toUpperCase() + text.slice(1);

export class Reasons {
  constructor(model) {
    this.model = model;
    this.words = new Words(model);
    this.sharing = new Sharing(model);
  }

  /** The first rule that rejects a position: {rule, text, cells, regions}; nothing if none does. */
  rule(position) {
    const { model, parts, left, laid } = position;
    if (!(position.lo | position.hi)) return null;
    const { words } = this;
    const covered = position.fitting.reduce(([lo, hi], n) => [lo | model.lo[n], hi | model.hi[n]], [0, 0]);
    const bare = cellsOf(position.lo & ~covered[0], position.hi & ~covered[1]);
    const yet = laid.length ? " that is left" : "";
    if (bare.length) {
      const labels = bare.map((cell) => words.cells([cell]));
      return this.found("cell", `No piece${yet} can cover ${listed(labels, "or")}.`, [bare]);
    }
    const lies = (kind) => position.fitting.some((n) => model.kind[n] === kind);
    const stuck = left.findIndex((copies, kind) => copies && !lies(kind));
    if (stuck >= 0) {
      const text = `There is no place for the piece ${model.kinds[stuck].name}.`;
      return this.found("piece", text, [cellsOf(position.lo, position.hi)]);
    }
    for (const coloured of [false, true]) {
      const fault = this.sharing.fault(left, parts, coloured);
      if (!fault) continue;
      const text = this.shareText(position, fault, coloured);
      return this.found(coloured ? "colours" : "parts", text, fault.map((one) => cellsOf(...one)));
    }
    return null;
  }

  found(rule, text, regions) {
    return { rule, text, regions, cells: regions.flat().sort((a, b) => a - b), cases: [] };
  }

  shareText({ left, parts }, fault, coloured) {
    const { words } = this;
    const { fields } = words;
    const shades = listed(fields.colours, "and");
    const start = `${words.cells([0])} ${fields.colours[fields.cells[0].colour]}`;
    // Triangles need no colours: they point upward or downward.
    const intro = coloured && fields.cell !== "triangle"
      ? `Colour neighbouring ${fields.cell_plural} ${shades}, with ${start}. ` : "";
    if (coloured && parts.length === 1) {
      const what = words.colours(this.sharing.colours(cellsOf(...parts[0])));
      return `${intro}${what} are free, and the pieces cannot cover exactly so many of each.`;
    }
    const texts = new Map();
    for (const part of fault) {
      const takes = this.takes(left, part, coloured);
      texts.set(takes, [...texts.get(takes) ?? [], words.part(part)]);
    }
    const said = [...texts].map(([takes, names]) =>
      `${listed(names, "and")} ${takes.replace("EACH", names.length > 1 ? "each " : "")}`);
    const all = fault.length > 2 ? "all of them" : "both";
    const end = fault.length > 1 ? `, but there are not enough pieces for ${all}` : "";
    return `${intro}${sentence(said.join("; "))}${end}.`;
  }

  /** Say what a part takes, after its name. */
  takes(left, part, coloured) {
    const { words } = this;
    const cells = cellsOf(...part);
    if (cells.length > SMALL) {
      const what = coloured ? words.colours(this.sharing.colours(cells)) : words.number(cells.length);
      return this.sharing.canShare(left, [part], coloured) ? `EACHneeds pieces that cover ${what}`
        : `EACHhas ${what}, and no pieces cover exactly so many`;
    }
    const groups = this.sharing.groups(...part)
      .filter((group) => group.every((copies, kind) => copies <= left[kind]))
      .map((group) => words.group(group)).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    if (!groups.length) return "can EACHbe filled by none of the pieces";
    const others = `one of ${groups.length - 4} other groups`;
    const shown = groups.length > 5 ? [...groups.slice(0, 4), others] : groups;
    return `can EACHbe filled only by ${listed(shown, "or")}`;
  }

  /** The cases that close a position: what is laid, and why it fails; nothing if they are too many. */
  async cases(position, deep, pause) {
    for (const { cell, kind, ways } of position.items().slice(0, deep > 1 ? 2 : 12)) {
      if (ways.length > 24) break;
      const leaves = [];
      for (const n of ways) {
        const after = position.lay(n);
        const rule = this.rule(after);
        await pause(0, null);
        const below = rule ? [{ laid: after.laid, rule }]
          : deep > 1 ? (await this.cases(after, deep - 1, pause))?.leaves : null;
        if (!below) {
          leaves.length = 0;
          break;
        }
        leaves.push(...below);
        if (leaves.length > MOST_LEAVES) break;
      }
      if (leaves.length && leaves.length <= MOST_LEAVES) return { cell, kind, ways, leaves };
    }
    return null;
  }

  /** Explain why a board has no tiling. `tried` tells how many ways a search tries. */
  async explain(lo, hi, pause, tried) {
    const { model } = this;
    const position = new Position(model, model.full[0] & ~lo, model.full[1] & ~hi, model.copies, []);
    const rule = this.rule(position);
    if (rule) return rule;
    for (let deep = 1; deep <= 2; deep++) {
      const found = await this.cases(position, deep, pause);
      if (found) return this.written(found);
    }
    const number = await tried();
    const ways = `All ${number.toLocaleString("en")} ways to lay one piece after the other`;
    const text = `${ways} were tried, and each of them leaves cells that the other pieces cannot cover.`;
    return this.found("search", text, []);
  }

  written({ cell, kind, ways, leaves }) {
    const { model, words } = this;
    const isOne = ways.length === 1;
    const many = isOne ? "There is only one way" : `There are only ${ways.length} ways`;
    const isCell = kind === undefined;
    const what = isCell ? `cover ${words.cells([cell])}` : `lay the piece ${model.kinds[kind].name}`;
    const end = leaves.some((leaf) => leaf.laid.length > 1) ? ", sometimes only after a second piece" : "";
    const cells = isCell ? [cell] : [...new Set(ways.flatMap((n) => model.placements[n].cells))];
    const cases = leaves.map(({ laid, rule }) => {
      const lying = laid.map((n) => words.lying(model.placements[n]));
      const text = `${lying.join(", then ")}: ${rule.text}`;
      return { text, tiling: model.tiling(laid), cells: rule.cells, rule: rule.rule };
    });
    const text = `${many} to ${what}, and ${isOne ? "it" : "each of them"} fails${end}.`;
    return { ...this.found("cases", text, [cells]), cases };
  }
}
