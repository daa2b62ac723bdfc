/** Why a board has no tiling, in sentences that can be checked by hand. */

import { bits, cellsOf, first } from "./model.js";

const SMALL = 8;
const MOST_STATES = 20_000;
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

  group(group) {
    const names = group.flatMap((copies, kind) =>
      (copies ? [copies > 1 ? `${copies} times ${this.kinds[kind].name}` : this.kinds[kind].name] : []));
    return names.join(" + ");
  }

  colours(counts) {
    const said = counts.flatMap((count, colour) => (count ? [`${count} ${this.fields.colours[colour]}`] : []));
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
    const colours = model.fields.colours.length;
    this.count = (cells) => {
      const counts = new Array(colours).fill(0);
      for (const cell of cells) counts[model.fields.cells[cell].colour]++;
      return counts;
    };
    // In which numbers of each colour a piece can lie.
    this.shades = model.kinds.map((_, kind) => {
      const found = model.placements.filter((placement) => placement.kind === kind)
        .map((placement) => this.count(placement.cells).join());
      return [...new Set(found)].map((text) => text.split(",").map(Number));
    });
    this.fillings = new Map();
  }

  /** Every group of the puzzle's pieces that tiles a part, as numbers of copies. */
  groups(lo, hi) {
    const { model, fillings } = this;
    const key = `${lo} ${hi}`;
    if (fillings.has(key)) return fillings.get(key);
    const found = new Map();
    if (!(lo | hi)) found.set("", model.copies.map(() => 0));
    else {
      const cell = first(lo, hi);
      model.placements.forEach(({ kind, cells }, n) => {
        if (cells[0] !== cell || model.lo[n] & ~lo || model.hi[n] & ~hi) return;
        for (const group of this.groups(lo & ~model.lo[n], hi & ~model.hi[n])) {
          if (group[kind] === model.copies[kind]) continue;
          const more = group.map((copies, other) => copies + (other === kind ? 1 : 0));
          found.set(more.join(), more);
        }
      });
    }
    fillings.set(key, [...found.values()]);
    return fillings.get(key);
  }

  /** Whether disjoint groups of pieces can have the numbers of cells (of each colour) of some parts, or nobody knows. */
  suffice(left, demands, coloured) {
    const pieces = left.flatMap((copies, kind) => Array(copies).fill(kind))
      .sort((a, b) => this.model.kinds[b].order - this.model.kinds[a].order || a - b);
    const covers = (kind) => (coloured ? this.shades[kind] : [[this.model.kinds[kind].order]]);
    const failed = new Set();
    const meet = (number, state) => {
      if (state.every((demand) => demand.every((count) => !count))) return true;
      const key = `${number}:${state.map(String).sort().join(";")}`;
      if (number === pieces.length || failed.has(key)) return false;
      if (failed.size > MOST_STATES) return true;
      for (let place = 0; place < state.length; place++) {
        if (state.slice(0, place).some((other) => String(other) === String(state[place]))) continue;
        for (const cover of covers(pieces[number])) {
          const rest = state[place].map((count, colour) => count - cover[colour]);
          if (rest.every((count) => count >= 0) && meet(number + 1, state.with(place, rest))) return true;
        }
      }
      if (meet(number + 1, state)) return true;
      failed.add(key);
      return false;
    };
    return meet(0, demands);
  }

  /** Whether parts can share the pieces: small ones get what tiles them, others their number of cells, or of colours. */
  canShare(left, parts, coloured) {
    const size = (part) => bits(part[0]) + bits(part[1]);
    let used = new Map([["", left]]);
    for (const part of parts.filter((one) => size(one) <= SMALL)) {
      const next = new Map();
      for (const rest of used.values()) {
        for (const group of this.groups(...part)) {
          const after = rest.map((copies, kind) => copies - group[kind]);
          if (after.every((copies) => copies >= 0)) next.set(after.join(), after);
        }
      }
      if (next.size > MOST_STATES) return true;
      used = next;
    }
    const demands = parts.filter((one) => size(one) > SMALL).map((one) => (coloured ? this.count(cellsOf(...one)) : [size(one)]));
    return [...used.values()].some((rest) => this.suffice(rest, demands, coloured));
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
      return this.found("cell", `No piece${yet} can cover ${listed(bare.map((cell) => words.cells([cell])), "or")}.`, [bare]);
    }
    const stuck = left.findIndex((copies, kind) => copies && !position.fitting.some((n) => model.kind[n] === kind));
    if (stuck >= 0) {
      return this.found("piece", `There is no place for the piece ${model.kinds[stuck].name}.`, [cellsOf(position.lo, position.hi)]);
    }
    for (const coloured of [false, true]) {
      const fault = this.fault(left, parts, coloured);
      if (fault) return this.found(coloured ? "colours" : "parts", this.shareText(position, fault, coloured), fault.map((one) => cellsOf(...one)));
    }
    return null;
  }

  found(rule, text, regions) {
    return { rule, text, regions, cells: regions.flat().sort((a, b) => a - b), cases: [] };
  }

  /** The fewest parts that can't share the pieces, up to three, else all; nothing if all parts can. */
  fault(left, parts, coloured) {
    if (this.canShare(left, parts, coloured)) return null;
    // Small parts are the easiest to see.
    parts = parts.toSorted((a, b) => bits(a[0]) + bits(a[1]) - bits(b[0]) - bits(b[1]));
    const fails = (chosen) => !this.canShare(left, chosen, coloured);
    // Small parts are the easiest to see.
    const small = parts.toSorted((a, b) => bits(a[0]) + bits(a[1]) - bits(b[0]) - bits(b[1]));
    const pairs = small.flatMap((one, n) => small.slice(n + 1).map((other) => [one, other]));
    const triples = parts.length > 8 ? [] : pairs.flatMap((pair) =>
      small.slice(small.indexOf(pair[1]) + 1).map((one) => [...pair, one]));
    return [...small.map((one) => [one]), ...pairs, ...triples].find(fails) ?? parts;
  }

  shareText({ left, parts }, fault, coloured) {
    const { words } = this;
    const { fields } = words;
    const intro = coloured && fields.cell !== "triangle"
      ? `Colour neighbouring ${fields.cell_plural} ${listed(fields.colours, "and")}, with ${words.cells([0])} ${
        fields.colours[fields.cells[0].colour]}. ` : "";
    if (coloured && parts.length === 1) {
      const what = words.colours(this.count(cellsOf(...parts[0])));
      return `${intro}${what} are free, and the pieces cannot cover exactly so many of each.`;
    }
    const texts = new Map();
    for (const part of fault) {
      const takes = this.takes(left, part, coloured);
      texts.set(takes, [...texts.get(takes) ?? [], words.part(part)]);
    }
    const said = [...texts].map(([takes, names]) =>
      `${listed(names, "and")} ${takes.replace("EACH", names.length > 1 ? "each " : "")}`);
    const end = fault.length > 1 ? `, but there are not enough pieces for ${fault.length > 2 ? "all of them" : "both"}` : "";
    return `${intro}${sentence(said.join("; "))}${end}.`;
  }

  /** Say what a part takes, after its name. */
  takes(left, part, coloured) {
    const { words } = this;
    const cells = cellsOf(...part);
    if (cells.length > SMALL) {
      const what = coloured ? words.colours(this.count(cells)) : words.number(cells.length);
      return this.canShare(left, [part], coloured) ? `EACHneeds pieces that cover ${what}`
        : `EACHhas ${what}, and no pieces cover exactly so many`;
    }
    const groups = this.groups(...part).filter((group) => group.every((copies, kind) => copies <= left[kind]))
      .map((group) => words.group(group)).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    if (!groups.length) return "can EACHbe filled by none of the pieces";
    const shown = groups.length > 5 ? [...groups.slice(0, 4), `one of ${groups.length - 4} other groups`] : groups;
    return `can EACHbe filled only by ${listed(shown, "or")}`;
  }

  /** The cases that close a position: leaves with what is laid and why it fails; nothing if they are too many. */
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

  /** Explain why a board, a set of blocked cells, has no tiling. `tried` tells how many ways a search tries. */
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
    return { ...this.found("search", `All ${number.toLocaleString("en")} ways to lay one piece after the other were tried, `
      + "and each of them leaves cells that the other pieces cannot cover.", []), cells: [] };
  }

  written({ cell, kind, ways, leaves }) {
    const { model, words } = this;
    const many = ways.length === 1 ? "There is only one way" : `There are only ${ways.length} ways`;
    const what = kind === undefined ? `to cover ${words.cells([cell])}` : `to lay the piece ${model.kinds[kind].name}`;
    const cells = kind === undefined ? [cell] : [...new Set(ways.flatMap((n) => model.placements[n].cells))].sort((a, b) => a - b);
    const deep = leaves.some((leaf) => leaf.laid.length > 1);
    const all = ways.length === 1 ? "it fails" : "each of them fails";
    const cases = leaves.map(({ laid, rule }) => {
      const lying = laid.map((n) => `${model.kinds[model.kind[n]].name} on ${words.cells(model.placements[n].cells)}`);
      return { text: `${lying.join(", then ")}: ${rule.text}`, tiling: model.tiling(laid), cells: rule.cells, rule: rule.rule };
    });
    return { rule: "cases", text: `${many} ${what}, and ${all}${deep ? ", sometimes only after a second piece" : ""}.`,
      cells, regions: [cells], cases };
  }
}
