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
/** Whether the file of a link has come; the others are on their way. @type {Map<EventTarget | null, boolean>} */
const arrivals = new Map();
let presses = 0;
if (rendered !== null) {
  // The style sheet hides it otherwise: the next person at this computer must not see it, not even for a moment.
  if (isShownHere(JSON.parse(rendered))) html.setAttribute("data-shown-here", "");
  for (const type of ["load", "error"]) document.addEventListener(type, noteArrival, true);
  document.addEventListener("DOMContentLoaded", () => void startScripts());
  document.addEventListener("click", notePress, true);
  document.addEventListener("submit", noteSubmission, true);
  document.addEventListener("input", noteTyping, true);
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

/**
 * Compiling and running the scripts takes a phone a tenth of a second: the paint comes first. So do their files: a module
 * that could not be fetched is never fetched again, and a reload would lose what is typed.
 */
async function startScripts() {
  await painted();
  const links = document.querySelectorAll('link[rel="preload"][as="script"]');
  await Promise.all([...links].map((link) => untilHere(/** @type {HTMLLinkElement} */ (link))));
  loadScript(html.getAttribute("data-rendered-script") ?? "");
}

/** @returns {Promise<void>} */
function painted() {
  return new Promise((resolve) => {
    // An observer reports after a frame, also where a test has stopped the page's clock. The second frame follows the first
    // paint.
    new IntersectionObserver((_, observer) => {
      observer.disconnect();
      new IntersectionObserver(() => resolve()).observe(html);
    }).observe(html);
    // A hidden page has no frames.
    document.addEventListener("visibilitychange", () => resolve());
    if (document.hidden) resolve();
  });
}

/** @param {Event} event */
function noteArrival({ target, type }) {
  arrivals.set(target, type === "load");
}

/** A browser that tells nothing of its preloads starts after this, in milliseconds. */
const START_WITHIN = 5000;

/** @param {HTMLLinkElement} link */
async function untilHere(link) {
  const isHere =
    arrivals.get(link) ??
    (await new Promise((resolve) => {
      link.addEventListener("load", () => resolve(true));
      link.addEventListener("error", () => resolve(false));
      setTimeout(() => resolve(true), START_WITHIN);
    }));
  if (isHere === true) return;
  await untilReachable(link.href);
  // Chromium hands the failure of a preload on to the next script of that address. This one takes it. As a classic script,
  // a module never runs.
  const taking = addScript(link.href);
  await new Promise((resolve) => {
    for (const type of ["load", "error"]) taking.addEventListener(type, resolve);
  });
}

/** @param {string} address */
function loadScript(address) {
  const script = addScript(address, "module");
  script.addEventListener("error", () => void untilReachable(address).then(() => location.reload()));
}

/** @param {string} address */
function addScript(address, type = "text/javascript") {
  const script = document.createElement("script");
  script.type = type;
  script.crossOrigin = "anonymous";
  script.src = address;
  document.head.append(script);
  return script;
}

const ASK_AGAIN_MS = 5000;

/**
 * Meanwhile the screen can be read. Afterwards the browser has the file.
 * @param {string} address
 */
async function untilReachable(address) {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    try {
      const { ok, status } = await fetch(address);
      if (ok) return;
      if (status === 404) reloadOnce();
    } catch {
      // Not yet.
    }
  }
}

/** A newer version has other files, which its page names. */
function reloadOnce() {
  const script = html.getAttribute("data-rendered-script") ?? "";
  if (sessionStorage.getItem("reloadedWithout") === script) return;
  sessionStorage.setItem("reloadedWithout", script);
  location.reload();
}

/**
 * Keeps what is pressed before anything listens.
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

/**
 * Who goes on typing does not want the half of it sent.
 * @param {Event} event
 */
function noteTyping({ target }) {
  if (target instanceof Element) unmark(target.closest("form"));
}

/** @param {Element | null} group */
function unmark(group) {
  for (const pressed of group?.querySelectorAll("[data-pressed-early]") ?? []) {
    pressed.removeAttribute("data-pressed-early");
  }
}

/**
 * Of several answers to one question, and of the buttons of a form, the last one counts.
 * @param {Element} pressed
 */
function mark(pressed) {
  unmark(pressed.closest("fieldset, form"));
  pressed.setAttribute("data-pressed-early", String(presses));
  presses += 1;
}
