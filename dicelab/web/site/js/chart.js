/** A histogram as a picture, with the same figures in a table. */

import { grouped, h, svg } from "./dom.js";

const [WIDTH, HEIGHT, EDGE, BOTTOM, TOP] = [640, 250, 10, 44, 24];

/**
 * Draw bars for `bins`, [{from, to, weight}], as high as the logarithms of their weights where these differ by more
 * than a hundred times, which the picture tells. `unit` is what a bin ranges over, and `of` what is weighed.
 */
export function histogram(bins, { name, unit, of }) {
  const weighed = bins.map((bin) => bin.weight > 0);
  const shown = bins.slice(weighed.indexOf(true), weighed.lastIndexOf(true) + 1);
  const weights = shown.map((bin) => bin.weight);
  const most = Math.max(...weights);
  const asLogarithms = most > 100 * Math.min(...weights.filter(Boolean));
  const scale = asLogarithms ? (weight) => (weight ? 1 + Math.log10(weight) : 0) : (weight) => weight;
  const step = (WIDTH - 2 * EDGE) / shown.length;
  const bars = shown.map((bin, number) => {
    const tall = ((HEIGHT - BOTTOM - TOP) * scale(bin.weight)) / scale(most);
    const [x, y] = [EDGE + number * step, HEIGHT - BOTTOM - tall];
    return svg("g", {}, svg("title", {}, `${range(bin)} ${unit}: ${grouped(bin.weight)} ${of}`),
      svg("rect", { x: x + 2, y, width: step - 4, height: tall, rx: 2 }),
      svg("text", { x: x + step / 2, y: y - 5 }, bin.weight ? short(bin.weight) : ""),
      svg("text", { x: x + step / 2, y: HEIGHT - 26, class: "tick" }, short(bin.from)));
  });
  return h("figure", {},
    svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${name}. A table follows.`, class: "histogram" },
      bars, svg("path", { d: `M${EDGE} ${HEIGHT - BOTTOM}H${WIDTH - EDGE}` }),
      svg("text", { x: WIDTH / 2, y: HEIGHT - 6, class: "tick" }, `${unit}, from the number under a bar to the next`)),
    h("figcaption", { class: "hint" }, `${name}.`,
      asLogarithms ? " Each step of the height is ten times as many, so that low bars can be seen too." : ""),
    h("details", {}, h("summary", {}, "The same as a table"),
      table([unit, of], shown.map((bin) => [range(bin), grouped(bin.weight)]))));
}

/** A table of texts; the first of each row names it. */
export function table(heads, rows) {
  return h("table", {}, h("thead", {}, h("tr", {}, heads.map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, rows.map(([first, ...others]) => h("tr", {}, h("th", { scope: "row" }, first),
      others.map((text) => h("td", {}, text))))));
}

function range({ from, to }) {
  return from === to ? grouped(from) : `${grouped(from)} to ${grouped(to)}`;
}

function short(number) {
  return number.toLocaleString("en", { notation: "compact", maximumSignificantDigits: number < 1000 ? 3 : 2 });
}
