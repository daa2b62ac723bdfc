// Not a module, so that nothing else is drawn first. Who comes for the first time, and by no link, sees what there is.
try {
  const isKnown = Object.keys(localStorage).some((key) => key.startsWith("dicelab."));
  if (!location.hash && !isKnown) location.replace("welcome.html");
} catch {
  // Without storage every visit would be the first.
}
