// Runs before the first paint, on every page. One file, so that the page waits for a single request; no module, because it
// must run first. The content security policy allows no inline script. Modules call it as `window.pageStart`, whose type
// is in client/ui/page/page-start.d.ts.

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

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */
/** Fields that the user has changed. @type {Set<Field>} */
const typed = new Set();
/** What was pressed before the page's code was there, oldest first. @type {Set<HTMLElement>} */
const pressed = new Set();

/** Aborted once the page itself listens. */
const taking = new AbortController();
const early = { capture: true, signal: taking.signal };

document.addEventListener("input", noteTyping, true);
document.addEventListener("error", handleFailedScript, true);
addEventListener("vite:preloadError", ({ payload }) => void loadAnewAfter(payload, false));
if (rendered !== null) {
  // The style sheet hides it otherwise: the next person at this computer must not see it, not even for a moment.
  if (isShownHere(JSON.parse(rendered))) html.setAttribute("data-shown-here", "");
  for (const type of ["load", "error"]) document.addEventListener(type, noteArrival, true);
  document.addEventListener("DOMContentLoaded", () => void startScripts());
  document.addEventListener("click", notePress, early);
  document.addEventListener("submit", noteSubmission, early);
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
 * Calls `task` once, when what is shown now is painted, or the page is about to be hidden. The observer's first report
 * comes after the next frame, and unlike an animation frame also while a test has stopped the page's clock.
 * @param {() => void} task
 */
function afterPaint(task) {
  const frames = new IntersectionObserver(finish);
  let isDone = false;

  function finish() {
    if (isDone) return;
    isDone = true;
    frames.disconnect();
    document.removeEventListener("visibilitychange", finish);
    task();
  }

  frames.observe(html);
  // A hidden page has no frames.
  document.addEventListener("visibilitychange", finish);
  if (document.hidden) finish();
}

/**
 * Compiling and running the scripts takes a phone a tenth of a second: the paint comes first. It follows the first frame.
 * So do their files: a module that could not be fetched is never fetched again, and a reload takes longer.
 */
async function startScripts() {
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => afterPaint(() => resolve(null)));
  const links = document.querySelectorAll('link[rel="preload"][as="script"]');
  await Promise.all([...links].map((link) => untilHere(/** @type {HTMLLinkElement} */ (link))));
  addScript(ownScript(), "module");
}

/** The address of the page's first script; each version has another one. */
function ownScript() {
  const script = document.querySelector('script[type="module"]');
  return html.getAttribute("data-rendered-script") ?? script?.getAttribute("src") ?? "/";
}

/** @param {Event} event */
function noteArrival({ target, type }) {
  arrivals.set(target, type === "load");
}

/** A browser that tells nothing of its preloads starts after this, in milliseconds. */
const START_WITHIN = 5000;

/** @param {HTMLLinkElement} link */
async function untilHere(link) {
  const late = new Promise((resolve) => setTimeout(() => resolve(true), START_WITHIN));
  if (arrivals.get(link) ?? (await Promise.race([isFetched(link), late]))) return;
  await untilReachable(link.href);
  // Chromium hands the failure of a preload on to the next script of that address. This one takes it. As a classic script,
  // a module never runs.
  await isFetched(addScript(link.href));
}

/** @param {HTMLElement} element */
function isFetched(element) {
  return new Promise((resolve) => {
    for (const type of ["load", "error"]) element.addEventListener(type, () => resolve(type === "load"));
  });
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

/**
 * A module that failed is never fetched again on the same page.
 * @param {Event} event
 */
function handleFailedScript({ target }) {
  if (!(target instanceof HTMLScriptElement) || target.type !== "module") return;
  void untilReachable(target.src).then(() => reloadOnce(target.src));
}

const ASK_AGAIN_MS = 5000;

function aWhile() {
  return new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
}

/**
 * Meanwhile a rendered screen can be read. Afterwards the browser has the file.
 * @param {string} address
 */
async function untilReachable(address) {
  for (;;) {
    await aWhile();
    const status = await statusOf(address);
    if (status === 200) return;
    if (status === 404) reloadOnce(address);
  }
}

/**
 * `null` if the server does not answer.
 * @param {string} address
 */
async function statusOf(address) {
  try {
    return (await fetch(address, { cache: "no-cache", signal: AbortSignal.timeout(ASK_AGAIN_MS) })).status;
  } catch {
    return null;
  }
}

/**
 * Loads the page anew where a script is gone: a newer version has other files, which its page names. Resolves with whether
 * it does so, which it does once for each script.
 * @param {unknown} error of the import; Safari's does not name the script
 * @param {boolean} isNeeded whether the page is of no use without it: then also where a browser does not fetch again what
 *   failed
 */
async function loadAnewAfter(error, isNeeded) {
  const [address = ownScript()] = /https?:\S+|\/assets\/\S+/.exec(String(error)) ?? [];
  const isLeft = performance.now() - askedToLeaveAt < ASK_AGAIN_MS;
  const status = await statusOf(address);
  // Safari ends what a page loads as soon as another one is asked for, and shows the page until that one comes.
  if (status === null && isLeft) await aWhile();
  // Also for the button of the sentence that is shown otherwise.
  if (isNeeded) keepInput();
  return (status === 404 || (isNeeded && status === 200)) && reloadOnce(address);
}

/** When this page was to make way for another one. It may stay: that one may be a download. */
let askedToLeaveAt = -Infinity;
addEventListener("beforeunload", () => (askedToLeaveAt = performance.now()));

let isLeaving = false;
/** Whether somebody pressed anything on this page. The browser's own record of it outlives a reload. */
let isUsed = false;
for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, () => (isUsed = true), true);

/**
 * Returns whether the page is reloaded.
 * @param {string} address
 */
function reloadOnce(address) {
  if (isLeaving) return true;
  // Another script of a page that is here for the same reason: it would go on, until every script has had its turn.
  if (kept !== null && !isUsed) return false;
  try {
    /** @type {string[]} */
    const former = JSON.parse(sessionStorage.getItem("reloadedWithout") ?? "[]");
    if (former.includes(address)) return false;
    sessionStorage.setItem("reloadedWithout", JSON.stringify([...former, address]));
  } catch {
    // What cannot be remembered could go on for ever.
    return false;
  }
  reload();
  return true;
}

function reload() {
  isLeaving = true;
  keepInput();
  location.reload();
  // The next page would have the address of before, whatever link is pressed until it is there.
  for (const type of ["pushState", "popstate"]) addEventListener(type, () => location.reload());
}

/**
 * Keeps what is pressed before anything listens.
 * @param {MouseEvent} event
 */
function notePress(event) {
  if (!(event.target instanceof Element)) return;
  const control = event.target.closest("#root :is(a, button, [data-date])");
  if (!(control instanceof HTMLElement) || control.localName === "a") return;
  event.preventDefault();
  mark(control);
}

/**
 * A password manager may send a form by itself. Sent by the browser, what is typed would be lost.
 * @param {SubmitEvent} event
 */
function noteSubmission(event) {
  if (!(event.target instanceof Element)) return;
  event.preventDefault();
  const button = event.target.querySelector("[type=submit]");
  if (button instanceof HTMLElement) mark(button);
}

/**
 * Who goes on typing does not want the half of it sent.
 * @param {Event} event
 */
function noteTyping({ target }) {
  for (const field of typed) if (!field.isConnected) typed.delete(field);
  if (!(target instanceof Element) || !target.matches("input:not([type=file]), textarea, select")) return;
  typed.add(/** @type {Field} */ (target));
  unmark(target.closest("form"));
}

/** @param {Element | null} group */
function unmark(group) {
  for (const control of pressed) if (group?.contains(control)) pressed.delete(control);
}

/**
 * Of several answers to one question, and of the buttons of a form, the last one counts.
 * @param {HTMLElement} control
 */
function mark(control) {
  unmark(control.closest("fieldset, form"));
  pressed.delete(control);
  pressed.add(control);
}

/**
 * What somebody typed into a field, or a press of a button. The page may draw the control anew: it is found by what it is
 * called and about, among those of the same kind.
 * @typedef {{
 *   readonly control?: HTMLElement | undefined,
 *   readonly kind: string,
 *   readonly name: string,
 *   readonly index: number,
 *   readonly isFocused: boolean,
 *   readonly value?: string | boolean,
 * }} Input
 */

/** @param {HTMLElement} control */
function nameOf(control) {
  const { labels, name } = /** @type {Partial<HTMLInputElement>} */ (control);
  const label = control.ariaLabel ?? labels?.[0]?.textContent ?? control.textContent;
  // In a list of events, each item begins with its link.
  const about = control.closest("li")?.querySelector("a")?.getAttribute("href");
  return [name, control.dataset["date"], label, about].join("\n");
}

/** @param {Pick<Input, "kind" | "name">} wanted @returns {HTMLElement[]} */
function controlsOf({ kind, name }) {
  return [...document.querySelectorAll(/** @type {"input"} */ (kind))].filter((control) => nameOf(control) === name);
}

/** @param {HTMLElement} control @returns {Input} */
function inputOf(control) {
  const found = { kind: control.localName, name: nameOf(control) };
  const index = controlsOf(found).indexOf(control);
  return { control, ...found, index, isFocused: document.activeElement === control };
}

/** @param {Field} field @returns {Input} */
function typedInputOf(field) {
  return { ...inputOf(field), value: isTicked(field) ? field.checked : field.value };
}

/** @param {HTMLElement} control @returns {control is HTMLInputElement} */
function isTicked(control) {
  return control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type);
}

/**
 * Also by a browser or an extension that tells nothing of it, on a screen that the server rendered.
 * @param {HTMLInputElement} field
 */
function isFilledIn({ value, checked, defaultValue, defaultChecked }) {
  return value !== defaultValue || checked !== defaultChecked;
}

/**
 * Never a password, nor what is saved as soon as it is chosen: only texts, and what else is in a form.
 * @param {Field} field
 */
function mayBeKept(field) {
  if (field.type === "password" || field.autocomplete.includes("password")) return false;
  return field.form !== null || !(isTicked(field) || field instanceof HTMLSelectElement);
}

const KEPT_INPUT = "keptInput";

/** For the page that follows in this tab, if it shows the same screen to the same user. */
function keepInput() {
  const fields = [...typed].filter((field) => field.isConnected && mayBeKept(field));
  // The elements themselves cannot be stored.
  const inputs = fields.map((field) => ({ ...typedInputOf(field), control: undefined }));
  try {
    const kept = { path: location.pathname, userId: window.pageStart.userId, inputs };
    sessionStorage.setItem(KEPT_INPUT, JSON.stringify(kept));
  } catch {
    // Nothing can be stored here.
  }
}

/** What the page before this one has kept; `null` if it has not reloaded itself. */
function takeKeptInput() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT_INPUT) ?? "null");
    sessionStorage.removeItem(KEPT_INPUT);
    return kept;
  } catch {
    return null;
  }
}

/** What was pressed is out of date after this. */
const PRESSED_FOR_MS = 10_000;

/**
 * Types and presses again, as soon as the controls are there, until the user goes elsewhere.
 * @param {readonly Input[]} inputs
 */
function repeat(inputs) {
  const { pathname } = location;
  const start = performance.now();
  let left = inputs;
  const observer = new MutationObserver(look);

  function look() {
    const isLate = performance.now() - start > PRESSED_FOR_MS;
    const isElsewhere = location.pathname !== pathname;
    left = left.filter((input) => !isElsewhere && !(isLate && input.value === undefined) && !redo(input));
    if (left.length === 0) observer.disconnect();
  }

  observer.observe(document, { childList: true, subtree: true });
  look();
}

/**
 * Returns whether the control is there.
 * @param {Input} input
 */
function redo(input) {
  const { control, index, value, isFocused } = input;
  if (value === undefined) {
    const all = controlsOf(input);
    const button = control?.isConnected ? control : (all[index] ?? all[0]);
    button?.click();
    return button !== undefined;
  }
  if (control?.isConnected) return true;
  const field = /** @type {Field | undefined} */ (controlsOf(input)[index]);
  // The user may be faster.
  if (field === undefined || !(typed.has(field) || fill(field, value))) return false;
  if (isFocused) field.focus();
  return true;
}

/**
 * Types `value`, as the user would. Returns whether the field takes it: the options of a choice may come later.
 * @param {Field} field
 * @param {string | boolean} value
 */
function fill(field, value) {
  if (isTicked(field)) {
    if (field.checked !== value) field.click();
    return true;
  }
  if (field instanceof HTMLSelectElement && ![...field.options].some((option) => option.value === value)) return false;
  // React watches the field's own property, to know what it has set itself.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  return true;
}

/** @type {{ readonly path: string, readonly userId: string | null, readonly inputs: readonly Input[] } | null} */
const kept = takeKeptInput();

window.pageStart = {
  userId: null,
  reloadedFor: kept === null ? undefined : kept.userId,
  afterPaint,
  loadAnewAfter,
  reload,
  takeInput() {
    const isKeptHere = kept?.path === location.pathname && kept.userId === this.userId;
    const filled = [...document.querySelectorAll("input")].filter(isFilledIn);
    const inputs = [...(isKeptHere ? kept.inputs : []), ...filled.map(typedInputOf), ...[...pressed].map(inputOf)];
    taking.abort();
    return { isPressed: pressed.size > 0, repeat: () => repeat(inputs) };
  },
};
