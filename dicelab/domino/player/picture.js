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
