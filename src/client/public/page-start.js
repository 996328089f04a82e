// Runs before the first paint. The appearance and the rendered screen share this file, so that the page waits for a single
// request. The content security policy allows no inline script.

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
let presses = 0;
if (rendered !== null) {
  // The style sheet hides it otherwise: the next person at this computer must not see it, not even for a moment.
  if (isShownHere(JSON.parse(rendered))) html.setAttribute("data-shown-here", "");
  document.addEventListener("DOMContentLoaded", startAfterPaint);
  document.addEventListener("click", notePress, true);
  document.addEventListener("submit", noteSubmission, true);
}

/** @param {{ readonly userId: string, readonly groupId: string } | { readonly userId: null }} view */
function isShownHere(view) {
  try {
    const stored = localStorage.getItem("currentUser");
    if (view.userId === null) return stored === null && history.state === null;
    const user = JSON.parse(stored ?? "null");
    const isRemembered = localStorage.getItem("rememberMe") === "true";
    return isRemembered && user?.id === view.userId && localStorage.getItem("selectedGroup") === view.groupId;
  } catch {
    return false;
  }
}

/** Compiling and running the page's script takes a phone a tenth of a second. */
function startAfterPaint() {
  let isStarted = false;

  function start() {
    if (!isStarted) loadScript(html.getAttribute("data-rendered-script") ?? "");
    isStarted = true;
  }

  // An observer reports after a frame, also where a test has stopped the page's clock. The second frame follows the first
  // paint.
  new IntersectionObserver((_, observer) => {
    observer.disconnect();
    new IntersectionObserver(start).observe(html);
  }).observe(html);
  // A hidden page has no frames.
  document.addEventListener("visibilitychange", start);
  if (document.hidden) start();
}

/** @param {string} address */
function loadScript(address) {
  const script = document.createElement("script");
  script.type = "module";
  script.crossOrigin = "anonymous";
  script.src = address;
  script.addEventListener("error", () => reloadOnceReachable(address));
  document.head.append(script);
}

/**
 * A browser does not load the same module again after a failure. Until the server is back, the screen can be read.
 * @param {string} address
 */
function reloadOnceReachable(address) {
  setTimeout(() => void reloadIfReachable(address), 5000);
}

/** @param {string} address */
async function reloadIfReachable(address) {
  try {
    const { ok } = await fetch(address);
    if (ok) return location.reload();
  } catch {
    // Not yet.
  }
  reloadOnceReachable(address);
}

/**
 * Keeps what is pressed before anything listens. Of several answers to one question, the last one counts.
 * @param {MouseEvent} event
 */
function notePress(event) {
  if (!html.hasAttribute("data-rendered-view") || !(event.target instanceof Element)) return;
  const pressed = event.target.closest("#root :is(a, button, [data-date])");
  if (pressed === null || pressed.localName === "a") return;
  event.preventDefault();
  mark(pressed);
}

/**
 * A password manager may send a form by itself. Sent by the browser, what is typed would be lost.
 * @param {SubmitEvent} event
 */
function noteSubmission(event) {
  if (!html.hasAttribute("data-rendered-view") || !(event.target instanceof Element)) return;
  event.preventDefault();
  const button = event.target.querySelector("[type=submit]");
  if (button !== null) mark(button);
}

/** @param {Element} pressed */
function mark(pressed) {
  for (const other of pressed.closest("fieldset")?.querySelectorAll("[data-pressed-early]") ?? []) {
    other.removeAttribute("data-pressed-early");
  }
  pressed.setAttribute("data-pressed-early", String(presses));
  presses += 1;
}
