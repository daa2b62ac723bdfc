"""Styles and scripts of the animations of domino grids.

Neither has ``<`` or ``&``: so they stand in XML as they are. The scripts find their frames by class, and in
``data-seconds`` how long each is shown.
"""

from __future__ import annotations

from dicelab.domino.tiles import ACCENT, EDGE, IVORY
from dicelab.render.palette import FAINT, INK, LIGHT
from dicelab.render.svg import FONT

ALLOWED = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
"""What the page may load: nothing but what is in it."""

_COLOURS = f"""
:root {{
  --ivory: {IVORY}; --edge: {EDGE}; --accent: {ACCENT}; --ink: {INK}; --light: {LIGHT}; --faint: {FAINT};
  --font: {FONT};
}}
"""

PAGE_STYLE = (
    _COLOURS
    + """\
body { margin: 0 auto; padding: 1rem; max-width: 72rem; font: 1rem/1.45 var(--font); color: var(--ink) }
body, #controls { background: var(--light) }
h1 { margin: 0 0 .5rem; font-size: 1.4rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
h2 { margin: .75rem 0; font-size: 1.1rem }
ol { margin: 0; padding: 0; list-style: none }
[hidden] { display: none !important }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }

#controls { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; padding: .6rem 0 }
#controls { position: sticky; top: 0; border-bottom: 1px solid var(--faint) }
button { min-width: 6.5rem; padding: .4rem .8rem; font: inherit; color: inherit; cursor: pointer }
button { background: var(--ivory); border: 1.5px solid var(--edge); border-radius: .6rem }
button:focus-visible, input:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
input { accent-color: var(--accent) }
#slider { flex: 1; min-width: 8rem }
#counter { min-width: 5.5rem; text-align: right; font-variant-numeric: tabular-nums }

.pictures { display: grid; gap: 1.25rem; align-items: start }
.across2 { grid-template-columns: repeat(2, minmax(0, 1fr)) }
.across3 { grid-template-columns: repeat(3, minmax(0, 1fr)) }
.across4 { grid-template-columns: repeat(4, minmax(0, 1fr)) }
figure { margin: 0 }
figure svg { display: block; width: 100%; height: auto; max-height: max(12rem, (100vh - 10rem) / var(--rows) - 4.5rem) }
figcaption { padding: 0 .5rem .25rem }
.across3 figcaption, .across4 figcaption { font-size: .85rem }
.dead figcaption { font-style: italic }

.pips { display: var(--pips, inline) }
.digits { display: var(--digits, none) }
.as-digits { --pips: none; --digits: inline }

@media (max-width: 40rem) { .across3, .across4 { grid-template-columns: repeat(2, minmax(0, 1fr)) } }
@media print {
  #controls { display: none }
  .frame[hidden] { display: list-item !important }
  .frame { break-inside: avoid }
}
"""
)

PAGE_SCRIPT = """
"use strict";
{
  const part = (id) => document.getElementById(id);
  const frames = [...document.querySelectorAll(".frame")];
  const last = frames.length - 1;
  const slider = part("slider"), play = part("play");
  const pause = 1000 * part("frames").dataset.seconds;
  let now = 0, timer = 0;

  function show(to, aloud) {
    now = Math.max(0, Math.min(last, to));
    frames.forEach((frame, place) => { frame.hidden = place !== now; });
    const where = `${now + 1} of ${last + 1}`;
    part("counter").textContent = where;
    slider.value = now + 1;
    slider.setAttribute("aria-valuetext", where);
    part("said").textContent = aloud ? frames[now].innerText : "";
  }
  function stop() {
    clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
  }
  function start() {
    if (now === last) show(0, false);
    play.textContent = "Pause";
    timer = setInterval(() => {
      show(now + 1, false);
      if (now === last) stop();
    }, pause);
  }
  function step(to) {
    stop();
    show(to, true);
  }

  part("back").addEventListener("click", () => step(now - 1));
  part("forward").addEventListener("click", () => step(now + 1));
  play.addEventListener("click", () => timer ? stop() : start());
  slider.addEventListener("input", () => step(slider.value - 1));
  part("with-pips").addEventListener("change", (event) => {
    document.body.classList.toggle("as-digits", !event.target.checked);
  });
  document.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[event.key];
    // The slider has keys of its own, and Alt with an arrow goes to another page.
    if (to === undefined || event.target === slider || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step(to);
  });
  part("controls").hidden = false;
  show(0, false);
}
"""

PICTURE_STYLE = """
svg:root { max-width: 100%; max-height: 100vh }
.frame { visibility: hidden; animation: step-end infinite frame }
.frame.last { visibility: visible; animation-name: last }
.controls { visibility: hidden }
.scripted { cursor: pointer; user-select: none }
.scripted .frame { visibility: hidden; animation: none }
.scripted .frame.now, .scripted .controls { visibility: visible }
.pause, .playing .play { display: none }
.playing .pause { display: inline }
@media print { .frame { animation: none } }
@media (prefers-reduced-motion: reduce) { .frame { animation: none } }
"""

PICTURE_SCRIPT = """
"use strict";
{
  const root = document.currentScript ? document.currentScript.closest("svg") : document.documentElement;
  const frames = [...root.querySelectorAll(".frame")];
  const last = frames.length - 1;
  const pause = 1000 * root.querySelector(".frames").dataset.seconds;
  let now = 0, timer = 0;

  function show(to) {
    now = Math.max(0, Math.min(last, to));
    frames.forEach((frame, place) => frame.classList.toggle("now", place === now));
  }
  function stop() {
    clearInterval(timer);
    timer = 0;
    root.classList.remove("playing");
  }
  function start() {
    if (now === last) show(0);
    if (last === 0) return;
    root.classList.add("playing");
    timer = setInterval(() => {
      show(now + 1);
      if (now === last) stop();
    }, pause);
  }
  function step(to) {
    stop();
    show(to);
  }

  root.addEventListener("click", (event) => {
    const box = root.getBoundingClientRect();
    if (event.target.closest(".toggle")) timer ? stop() : start();
    else step(event.clientX > box.left + box.width / 2 ? now + 1 : now - 1);
  });
  document.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step(to);
  });
  root.classList.add("scripted");
  show(0);
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) start();
}
"""
