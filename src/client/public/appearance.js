// Runs before the first paint, so that the other appearance never flashes. `client/ui/page/appearance.ts` writes the
// key. A separate file, because the content security policy allows no inline scripts.
try {
  const appearance = localStorage.getItem("appearance");
  if (appearance === "light" || appearance === "dark") {
    document.documentElement.dataset.theme = appearance;
    for (const meta of document.querySelectorAll("meta[data-scheme]")) {
      meta.setAttribute("media", meta.getAttribute("data-scheme") === appearance ? "all" : "not all");
    }
  }
} catch {
  // Storage is blocked: use the system's appearance.
}
