// Runs before the first paint, so that a chosen appearance never flashes the other one. `client/ui/appearance.ts` writes
// the key; a plain script of its own, because the content security policy allows none in the page.
try {
  const appearance = localStorage.getItem("appearance");
  if (appearance === "light" || appearance === "dark") {
    document.documentElement.dataset.theme = appearance;
    for (const meta of document.querySelectorAll("meta[data-scheme]")) {
      meta.setAttribute("media", meta.getAttribute("data-scheme") === appearance ? "all" : "not all");
    }
  }
} catch {
  // Blocked storage: the system's appearance it is.
}
