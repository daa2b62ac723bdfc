/** Lets the browser keep the exported site for times without a network. */

/** Start the service worker where the browser has them: on https, and on this machine. */
export function keepForOffline() {
  if (!navigator.serviceWorker || !isSecureContext) return;
  const start = () => navigator.serviceWorker.register("service-worker.js").catch(() => {
    // The site works without it, as long as there is a network.
  });
  if (document.readyState === "complete") start();
  else addEventListener("load", start);
}
