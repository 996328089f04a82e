// Runs before the first paint: one file, because the page waits for it. The content security policy allows no inline one.

// So that the other appearance never flashes. `client/ui/page/appearance.ts` writes the key.
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

// The first screen as the server rendered it: see client/app/rendering.
const html = document.documentElement;
const rendered = html.getAttribute("data-rendered-view");
if (rendered !== null) {
  // The next person at this computer must not see it, not even for a moment.
  if (!isShownHere(JSON.parse(rendered))) html.setAttribute("data-rendered-otherwise", "");
  document.addEventListener("DOMContentLoaded", startAfterPaint);
  document.addEventListener("click", notePress, true);
}

/** @param {{ readonly userId: string, readonly groupId: string }} view */
function isShownHere({ userId, groupId }) {
  try {
    const user = JSON.parse(localStorage.getItem("currentUser") ?? "null");
    const isRemembered = localStorage.getItem("rememberMe") === "true";
    return isRemembered && user?.id === userId && localStorage.getItem("selectedGroup") === groupId;
  } catch {
    return false;
  }
}

/** Compiling and running the page's script takes a phone a tenth of a second. */
function startAfterPaint() {
  let isStarted = false;

  function start() {
    if (!isStarted) void import(String(html.getAttribute("data-script")));
    isStarted = true;
  }

  // It reports after a frame, also where a test has stopped the page's clock. The second frame follows the first paint.
  new IntersectionObserver((_, first) => {
    first.disconnect();
    new IntersectionObserver(start).observe(html);
  }).observe(html);
  // A hidden page has no frames.
  document.addEventListener("visibilitychange", start);
  if (document.hidden) start();
}

/** @param {MouseEvent} event */
function notePress(event) {
  const button = event.target instanceof Element ? event.target.closest("[data-rendered-view] #root button") : null;
  if (button === null) return;
  event.preventDefault();
  button.setAttribute("data-pressed-early", String(document.querySelectorAll("[data-pressed-early]").length));
}
