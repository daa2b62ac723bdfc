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
