/** Why a board has no tiling, in sentences that can be checked by hand. */
import { listed } from "../parts/dom.js";
import { cellsOf } from "./model.js";
import { SMALL, Sharing } from "./sharing.js";

const MOST_LEAVES = 60;

/** Free cells with the pieces that are left, and the placements that were laid. */
class Position {
  constructor(model, lo, hi, left, laid) {
    this.model = model;
    this.lo = lo;
    this.hi = hi;
    this.left = left;
    this.laid = laid;
    this.cells = cellsOf(lo, hi);
    // The placements of each cell, and then of each kind of piece; those with the fewest come first.
    this.ways = Array.from({ length: model.size + left.length }, () => []);
    model.placements.forEach(({ kind, cells }, n) => {
      if (!left[kind] || model.lo[n] & ~lo || model.hi[n] & ~hi) return;
      for (const item of [...cells, model.size + kind]) this.ways[item].push(n);
    });
    this.items = [...this.cells, ...left.flatMap((copies, kind) => (copies ? [model.size + kind] : []))]
      .sort((a, b) => this.ways[a].length - this.ways[b].length);
  }

  lay(n) {
    const { model, left } = this;
    const kind = model.kind[n];
    const rest = left.with(kind, left[kind] - 1);
    return new Position(model, this.lo & ~model.lo[n], this.hi & ~model.hi[n], rest, [...this.laid, n]);
  }

  /** The connected parts of the free cells, the smallest first. */
  get parts() {
    const free = new Set(this.cells);
    const found = [];
    for (const cell of free) {
      const part = [cell];
      free.delete(cell);
      const { cells } = this.model.fields;
      for (const one of part) part.push(...cells[one].neighbours.filter((near) => free.delete(near)));
      found.push(part.sort((a, b) => a - b));
    }
    return found.sort((a, b) => a.length - b.length);
  }
}

const found = (rule, text, regions) =>
  ({ rule, text, regions, cells: regions.flat().sort((a, b) => a - b), cases: [] });

export class Reasons {
  constructor(model) {
    this.model = model;
    this.fields = model.fields;
    this.sharing = new Sharing(model);
  }

  /** The first rule that rejects a position: {rule, text, cells, regions}; nothing if none does. */
  rule({ model, parts, cells, left, items, ways }, colourings = [false, true]) {
    const stuck = items.filter((item) => !ways[item].length);
    const bare = stuck.filter((item) => item < model.size);
    if (bare.length) {
      const labels = listed(bare.map((cell) => this.labels([cell])), "or");
      const which = left.join() === model.copies.join() ? "" : " that is left";
      return found("cell", `No piece${which} can cover ${labels}.`, [bare]);
    }
    const name = stuck.length ? model.kinds[stuck[0] - model.size].name : "";
    if (name) return found("piece", `There is no place for the piece ${name}.`, [cells]);
    for (const coloured of colourings) {
      const fault = this.sharing.fault(left, parts, coloured);
      if (fault) return found(coloured ? "colours" : "parts", this.shareText(left, fault, coloured), fault);
    }
    return null;
  }

  labels(cells) {
    return cells.map((cell) => this.fields.cells[cell].label).join(" ");
  }

  /** How many cells some are, or how many of each colour. */
  number(cells, coloured) {
    const { cell_name: cell, cell_plural: plural, colours } = this.fields;
    if (!coloured) return `${cells.length} ${cells.length === 1 ? cell : plural}`;
    const counts = this.sharing.needs(cells, true).map((count, n) => (count ? `${count} ${colours[n]}` : ""));
    return `${listed(counts.filter(Boolean), "and")} ${plural}`;
  }

  shareText(left, fault, coloured) {
    const { cells: [first], cell_name: cell, cell_plural: plural, colours } = this.fields;
    const name = (part) => (part.length > SMALL
      ? `the part of ${this.number(part)} around ${this.labels([part[0]])}`
      : `${part.length > 1 ? "cells" : "cell"} ${this.labels(part)}`);
    const said = Array.from(Map.groupBy(fault, (part) => this.takes(left, part, coloured)),
      ([takes, parts]) => `${listed(parts.map(name), "and")} ${takes}`).join("; ");
    const end = fault.length > 1
      ? `, but there are not enough pieces for ${fault.length > 2 ? "all of them" : "both"}` : "";
    // Triangles need no colours: they point upward or downward.
    const start = `${listed(colours, "and")}, with ${first.label} ${colours[first.colour]}`;
    const intro = coloured && cell !== "triangle" ? `Colour neighbouring ${plural} ${start}. ` : "";
    return `${intro}${said[0].toUpperCase()}${said.slice(1)}${end}.`;
  }

  /** Say what a part takes, after its name. */
  takes(left, part, coloured) {
    if (part.length > SMALL) {
      const what = this.number(part, coloured);
      return this.sharing.canShare(left, [part], coloured) ? `can be filled only by pieces that cover ${what}`
        : `cannot be filled, because no pieces cover exactly ${what}`;
    }
    const name = (copies, kind) => `${copies > 1 ? `${copies} times ` : ""}${this.model.kinds[kind].name}`;
    const groups = this.sharing.groups(part)
      .filter((group) => group.every((copies, kind) => copies <= left[kind]))
      .map((group) => group.flatMap((copies, kind) => (copies ? [name(copies, kind)] : [])).join(" + "))
      .sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    if (!groups.length) return "can be filled by none of the pieces";
    if (groups.length > 5) groups.push(`one of ${groups.splice(4).length} other groups`);
    return `can be filled only by ${listed(groups, "or")}`;
  }

  /** The cases that close a position: all ways of an item, and what fails below them; nothing if too many. */
  async cases(position, deep, pause) {
    for (const item of position.items.slice(0, deep > 1 ? 2 : 12)) {
      const ways = position.ways[item];
      let leaves = [];
      for (const n of ways) {
        await pause(0, null);
        const after = position.lay(n);
        const rule = this.rule(after);
        const below = rule || deep === 1 ? { leaves: [{ laid: after.laid, rule }] }
          : await this.cases(after, deep - 1, pause);
        leaves = below?.leaves.every((leaf) => leaf.rule) ? [...leaves, ...below.leaves] : [];
        if (!leaves.length || leaves.length > MOST_LEAVES) break;
      }
      if (leaves.length && leaves.length <= MOST_LEAVES) return { item, ways, leaves };
    }
    return null;
  }

  /** A board, or a position, with all that can still be laid. */
  position([lo, hi, left = this.model.copies]) {
    const { full } = this.model;
    return new Position(this.model, full[0] & ~lo, full[1] & ~hi, left, []);
  }

  /** Explain why a board, or what a position leaves, has no tiling; a search tried so many ways. */
  async explain(start, tried, pause) {
    const position = this.position(start);
    const rule = this.rule(position);
    if (rule) return rule;
    const cases = await this.cases(position, 1, pause) ?? await this.cases(position, 2, pause);
    if (cases) return this.written(cases);
    const ways = `All ${tried.toLocaleString("en")} ways to lay one piece after the other were tried`;
    return found("search", `${ways}, and each leaves cells that the other pieces cannot cover.`, []);
  }

  written({ item, ways, leaves }) {
    const { size, kinds, placements } = this.model;
    const [many, each] = ways.length === 1 ? ["There is only one way", "it"]
      : [`There are only ${ways.length} ways`, "each of them"];
    const what = item < size ? `cover ${this.labels([item])}` : `lay the piece ${kinds[item - size].name}`;
    const end = leaves.some((leaf) => leaf.laid.length > 1) ? ", sometimes only after a second piece" : "";
    const cells = item < size ? [item] : [...new Set(ways.flatMap((n) => placements[n].cells))];
    const cases = leaves.map(({ laid, rule }) => {
      const lying = laid.map((n) => placements[n])
        .map(({ kind, cells: on }) => `${kinds[kind].name} on ${this.labels(on)}`);
      return { ...rule, text: `${lying.join(", then ")}: ${rule.text}`, tiling: this.model.tiling(laid) };
    });
    return { ...found("cases", `${many} to ${what}, and ${each} fails${end}.`, [cells]), cases };
  }
}
