// Runs before the first paint, on every page. It sets the appearance, starts the scripts of a screen that the server
// rendered, records what the user types and presses until they run, and reloads the page if a script is gone.
// A classic script, because a module would run later; a file, because the content security policy allows no inline script;
// a single file, because the first paint waits for it. Modules use it as `window.pageStart` (client/ui/page/page-start.d.ts).

// Set the appearance before the first paint, so that the other one never flashes. client/ui/page/appearance.ts stores it.
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

const html = document.documentElement;
/** The state with which the server rendered the first screen (client/app/rendering); `null` if it rendered none. */
const renderedView = html.getAttribute("data-rendered-view");
/** By `<link>`, whether its preload succeeded. A link that is still loading is absent. @type {Map<EventTarget | null, boolean>} */
const preloads = new Map();

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */
/** Fields that the user has changed. @type {Set<Field>} */
const typedFields = new Set();
/** The controls that were pressed before the page's scripts ran, oldest first. @type {Set<HTMLElement>} */
const pressedControls = new Set();

/** Aborted once the page's scripts handle presses themselves. */
const recording = new AbortController();
const whileRecording = { capture: true, signal: recording.signal };

document.addEventListener("input", recordTyping, true);
document.addEventListener("error", handleFailedScript, true);
addEventListener("vite:preloadError", ({ payload }) => void reloadIfScriptGone(payload, { isNeeded: false }));
if (renderedView !== null) {
  // Without this attribute the style sheet hides the screen: it may be another user's, who used this computer before.
  if (isOfThisBrowser(JSON.parse(renderedView))) html.setAttribute("data-shown-here", "");
  for (const type of ["load", "error"]) document.addEventListener(type, recordPreload, true);
  document.addEventListener("DOMContentLoaded", () => void startScripts());
  document.addEventListener("click", recordPress, whileRecording);
  document.addEventListener("submit", recordSubmission, whileRecording);
}

/**
 * Whether the server rendered the screen for the user and group that this browser has stored.
 * @param {{ readonly userId: string, readonly groupId: string } | { readonly userId: null }} view
 */
function isOfThisBrowser(view) {
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
 * Calls `task` once, after the next paint or when the page is hidden. An observer reports for the first time after the next
 * frame. Unlike an animation frame, it also does so while a test has stopped the page's clock.
 * @param {() => void} task
 */
function afterPaint(task) {
  const observer = new IntersectionObserver(finish);
  let isDone = false;

  function finish() {
    if (isDone) return;
    isDone = true;
    observer.disconnect();
    document.removeEventListener("visibilitychange", finish);
    task();
  }

  observer.observe(html);
  // A hidden page is not painted.
  document.addEventListener("visibilitychange", finish);
  if (document.hidden) finish();
}

/**
 * Starts the page's scripts after the screen is painted (the second frame), because compiling and running them takes a phone
 * a tenth of a second. It waits for all their files first: a browser never fetches a module again that failed to load, and
 * reloading the page would take longer.
 */
async function startScripts() {
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => afterPaint(() => resolve(null)));
  const links = document.querySelectorAll('link[rel="preload"][as="script"]');
  await Promise.all([...links].map((link) => waitForPreload(/** @type {HTMLLinkElement} */ (link))));
  addScript(firstScript(), "module");
}

/** The address of the page's first script; each version has another one. */
function firstScript() {
  const script = document.querySelector('script[type="module"]');
  return html.getAttribute("data-rendered-script") ?? script?.getAttribute("src") ?? "/";
}

/** @param {Event} event */
function recordPreload({ target, type }) {
  preloads.set(target, type === "load");
}

/** The longest wait for a preload, because some browsers report no events of preloads. */
const PRELOAD_WAIT_MS = 5000;

/** @param {HTMLLinkElement} link */
async function waitForPreload(link) {
  // After the timeout, the file counts as loaded.
  const timeout = new Promise((resolve) => setTimeout(() => resolve(true), PRELOAD_WAIT_MS));
  if (preloads.get(link) ?? (await Promise.race([isLoaded(link), timeout]))) return;
  await waitUntilReachable(link.href);
  // In Chromium, the next script with the address of a failed preload fails too. So a classic script is added for it, which
  // never runs, because the file is a module.
  await isLoaded(addScript(link.href));
}

/**
 * Resolves with whether the element's file could be loaded.
 * @param {HTMLElement} element
 */
function isLoaded(element) {
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
 * Reloads the page once the script is reachable, because a browser never fetches a module again that failed to load.
 * @param {Event} event
 */
function handleFailedScript({ target }) {
  if (!(target instanceof HTMLScriptElement) || target.type !== "module") return;
  void waitUntilReachable(target.src).then(() => reloadOnce(target.src));
}

const RETRY_MS = 5000;

function waitForRetry() {
  return new Promise((resolve) => setTimeout(resolve, RETRY_MS));
}

/**
 * Fetches the file every few seconds until that succeeds; the browser then has it in its cache. Reloads the page if the file
 * does not exist any more.
 * @param {string} address
 */
async function waitUntilReachable(address) {
  for (;;) {
    await waitForRetry();
    const status = await statusOf(address);
    if (status === 200) return;
    if (status === 404) reloadOnce(address);
  }
}

/**
 * The status of the response; `null` if none comes in time.
 * @param {string} address
 */
async function statusOf(address) {
  try {
    return (await fetch(address, { cache: "no-cache", signal: AbortSignal.timeout(RETRY_MS) })).status;
  } catch {
    return null;
  }
}

/**
 * To be called when the import of a script failed. Reloads the page if the script does not exist any more, because a newer
 * version of the page has other scripts. Does so once for each script. Resolves with whether it reloads.
 * @param {unknown} error the error of the import; Safari's does not name the script
 * @param {{ readonly isNeeded: boolean }} options `isNeeded`: whether the page is useless without the script. Then it also
 *   reloads if the script exists, because the browser may not fetch it again.
 */
async function reloadIfScriptGone(error, { isNeeded }) {
  const [address = firstScript()] = /https?:\S+|\/assets\/\S+/.exec(String(error)) ?? [];
  const mayBeLeaving = performance.now() - latestUnloadAt < RETRY_MS;
  // When the user leaves, Firefox and Safari cancel the requests of the page at once, but still show it. A reload would keep
  // the user on this page. So wait, and do not reload for a script that is there.
  if (mayBeLeaving) await waitForRetry();
  const status = await statusOf(address);
  // Even if the page is not reloaded here: the error screen has a button that reloads it.
  if (isNeeded) storeInput();
  return (status === 404 || (isNeeded && status === 200 && !mayBeLeaving)) && reloadOnce(address);
}

/** When the browser last began to leave the page. The page stays if the link was a download. */
let latestUnloadAt = -Infinity;
addEventListener("beforeunload", () => (latestUnloadAt = performance.now()));

let isReloading = false;
/** Whether the user pressed anything since the page was loaded. `navigator.userActivation` also counts earlier pages. */
let isUsed = false;
for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, () => (isUsed = true), true);

/**
 * Reloads the page, but only once in this tab for the same script. Returns whether it reloads.
 * @param {string} address
 */
function reloadOnce(address) {
  if (isReloading) return true;
  // The page has just reloaded itself, and another script is missing: do not reload once for each script.
  if (storedInput !== null && !isUsed) return false;
  try {
    /** @type {string[]} */
    const former = JSON.parse(sessionStorage.getItem("reloadedWithout") ?? "[]");
    if (former.includes(address)) return false;
    sessionStorage.setItem("reloadedWithout", JSON.stringify([...former, address]));
  } catch {
    // Without storage, the page could reload for ever.
    return false;
  }
  reload();
  return true;
}

function reload() {
  isReloading = true;
  storeInput();
  location.reload();
  // If the user follows a link meanwhile, the address changes without a load: reload again, to get the page of that address.
  for (const type of ["pushState", "popstate"]) addEventListener(type, () => location.reload());
}

/**
 * Records a press of a button or a day before the page's scripts handle it. Links work without them.
 * @param {MouseEvent} event
 */
function recordPress(event) {
  if (!(event.target instanceof Element)) return;
  const control = event.target.closest("#root :is(a, button, [data-date])");
  if (!(control instanceof HTMLElement) || control.localName === "a") return;
  event.preventDefault();
  addPress(control);
}

/**
 * Records a submitted form as a press of its button. Password managers submit forms by themselves; if the browser sent the
 * form, the typed text would be lost.
 * @param {SubmitEvent} event
 */
function recordSubmission(event) {
  if (!(event.target instanceof Element)) return;
  event.preventDefault();
  const button = event.target.querySelector("[type=submit]");
  if (button instanceof HTMLElement) addPress(button);
}

/**
 * Records a field as changed. Typing after a press of the form's button cancels this press: the text is not finished.
 * @param {Event} event
 */
function recordTyping({ target }) {
  for (const field of typedFields) if (!field.isConnected) typedFields.delete(field);
  if (!(target instanceof Element) || !target.matches("input:not([type=file]), textarea, select")) return;
  typedFields.add(/** @type {Field} */ (target));
  removePresses(target.closest("form"));
}

/** @param {Element | null} group */
function removePresses(group) {
  for (const control of pressedControls) if (group?.contains(control)) pressedControls.delete(control);
}

/**
 * Adds a press. Of the buttons of a form, or of an answer (a fieldset), only the last press counts.
 * @param {HTMLElement} control
 */
function addPress(control) {
  removePresses(control.closest("fieldset, form"));
  pressedControls.delete(control);
  pressedControls.add(control);
}

/**
 * A typed value (`value`) or a press (no `value`) to be repeated. If the page has drawn the control again as another element,
 * it is the one with the same `kind` and `name` at the same `index`.
 * @typedef {{
 *   readonly control?: HTMLElement | undefined,
 *   readonly kind: string,
 *   readonly name: string,
 *   readonly index: number,
 *   readonly isFocused: boolean,
 *   readonly value?: string | boolean,
 * }} Input
 */

/**
 * Identifies a control: its name, day and label, and in a list of events the link of its event.
 * @param {HTMLElement} control
 */
function nameOf(control) {
  const { labels, name } = /** @type {Partial<HTMLInputElement>} */ (control);
  const label = control.ariaLabel ?? labels?.[0]?.textContent ?? control.textContent;
  const eventLink = control.closest("li")?.querySelector("a")?.getAttribute("href");
  return [name, control.dataset["date"], label, eventLink].join("\n");
}

/** @param {Pick<Input, "kind" | "name">} input @returns {HTMLElement[]} */
function controlsOf({ kind, name }) {
  return [...document.querySelectorAll(/** @type {"input"} */ (kind))].filter((control) => nameOf(control) === name);
}

/** @param {HTMLElement} control @returns {Input} */
function pressOf(control) {
  const identity = { kind: control.localName, name: nameOf(control) };
  const index = controlsOf(identity).indexOf(control);
  return { control, ...identity, index, isFocused: document.activeElement === control };
}

/** @param {Field} field @returns {Input} */
function typedInputOf(field) {
  return { ...pressOf(field), value: isTickable(field) ? field.checked : field.value };
}

/** @param {HTMLElement} control @returns {control is HTMLInputElement} */
function isTickable(control) {
  return control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type);
}

/**
 * Whether the field's value is not the server's. Browsers and extensions fill in fields without an `input` event.
 * @param {HTMLInputElement} field
 */
function isFilledIn({ value, checked, defaultValue, defaultChecked }) {
  return value !== defaultValue || checked !== defaultChecked;
}

/**
 * Passwords are never stored. Checkboxes and selects outside a form are not either: their choice is saved at once.
 * @param {Field} field
 */
function mayBeStored(field) {
  if (field.type === "password" || field.autocomplete.includes("password")) return false;
  return field.form !== null || !(isTickable(field) || field instanceof HTMLSelectElement);
}

const STORED_INPUT_KEY = "keptInput";

/** Stores the typed input for the reloaded page, which restores it if it shows the same screen to the same user. */
function storeInput() {
  const fields = [...typedFields].filter((field) => field.isConnected && mayBeStored(field));
  // Elements cannot be stored.
  const inputs = fields.map((field) => ({ ...typedInputOf(field), control: undefined }));
  try {
    const stored = { path: location.pathname, userId: window.pageStart.userId, inputs };
    sessionStorage.setItem(STORED_INPUT_KEY, JSON.stringify(stored));
  } catch {
    // The browser blocks the storage.
  }
}

/** The input that the previous page stored; `null` if the page has not reloaded itself. */
function takeStoredInput() {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORED_INPUT_KEY) ?? "null");
    sessionStorage.removeItem(STORED_INPUT_KEY);
    return stored;
  } catch {
    return null;
  }
}

/** A press is not repeated later than this: the user no longer expects it. */
const PRESS_MAX_AGE_MS = 10_000;

/**
 * Repeats typed values and presses as soon as their controls are there. Ends when the user opens another screen.
 * @param {readonly Input[]} inputs
 */
function repeat(inputs) {
  const { pathname } = location;
  const start = performance.now();
  let remaining = inputs;
  const observer = new MutationObserver(repeatRemaining);

  function repeatRemaining() {
    const isElsewhere = location.pathname !== pathname;
    const arePressesOutdated = performance.now() - start > PRESS_MAX_AGE_MS;
    const isOutdated = (/** @type {Input} */ { value }) => isElsewhere || (arePressesOutdated && value === undefined);
    remaining = remaining.filter((input) => !isOutdated(input) && !repeatOne(input));
    if (remaining.length === 0) observer.disconnect();
  }

  observer.observe(document, { childList: true, subtree: true });
  repeatRemaining();
}

/**
 * Returns whether it succeeded: the control was there.
 * @param {Input} input
 */
function repeatOne(input) {
  const { control, index, value, isFocused } = input;
  if (value === undefined) {
    const all = controlsOf(input);
    const button = control?.isConnected ? control : (all[index] ?? all[0]);
    button?.click();
    return button !== undefined;
  }
  // The page has kept this field, so its text is still there.
  if (control?.isConnected) return true;
  const field = /** @type {Field | undefined} */ (controlsOf(input)[index]);
  if (field === undefined) return false;
  // Do not overwrite what the user has already typed into the new field.
  if (!typedFields.has(field) && !fill(field, value)) return false;
  if (isFocused) field.focus();
  return true;
}

/**
 * Sets the value with the events that typing causes. Returns whether that is possible: a select may get its options later.
 * @param {Field} field
 * @param {string | boolean} value
 */
function fill(field, value) {
  if (isTickable(field)) {
    if (field.checked !== value) field.click();
    return true;
  }
  if (field instanceof HTMLSelectElement && ![...field.options].some((option) => option.value === value)) return false;
  // React replaces the field's `value` property to notice changes by its own code. So use the setter of the prototype.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  return true;
}

/** @type {{ readonly path: string, readonly userId: string | null, readonly inputs: readonly Input[] } | null} */
const storedInput = takeStoredInput();

window.pageStart = {
  userId: null,
  reloadedFor: storedInput === null ? undefined : storedInput.userId,
  afterPaint,
  reloadIfScriptGone,
  reload,
  takeInput() {
    const isStoredForThis = storedInput?.path === location.pathname && storedInput.userId === this.userId;
    const stored = isStoredForThis ? storedInput.inputs : [];
    const typed = [...document.querySelectorAll("input")].filter(isFilledIn).map(typedInputOf);
    const inputs = [...stored, ...typed, ...[...pressedControls].map(pressOf)];
    recording.abort();
    return { isPressed: pressedControls.size > 0, repeat: () => repeat(inputs) };
  },
};
