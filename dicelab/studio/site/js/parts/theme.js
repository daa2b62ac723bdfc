// Not a module, so that a page is never shown in the wrong colours first.
try {
  document.documentElement.dataset.theme = localStorage.getItem("dicelab.theme") ?? "auto";
} catch {
  document.documentElement.dataset.theme = "auto";
}
