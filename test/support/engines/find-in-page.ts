/** What a test looks for, like a locator: a role, and the accessible name or text. */
export interface Sight {
  readonly role: Role;
  /** The whole accessible name. Of a `text`, a `message` or an `item`: any part of the text. */
  readonly name: string;
  /** Looked for inside this only. */
  readonly within?: Sight;
}

type Role =
  "button" | "link" | "field" | "heading" | "dialog" | "region" | "group" | "table" | "item" | "message" | "text";

/** The present state of an element that was found. */
export interface Found {
  /** The middle of its visible part. */
  readonly x: number;
  readonly y: number;
  /** The element that covers its middle; `null`: none. */
  readonly covered: string | null;
  readonly text: string;
  readonly value: string | null;
  readonly isPressed: boolean;
  readonly isFocused: boolean;
  readonly isEnabled: boolean;
  readonly height: number;
}

/** What to do with the element. */
export interface Task {
  readonly sight: Sight;
  /** Scrolls it into view, and blocks the next press if it would hit another element; then `window.isMissed` is set. */
  readonly aim?: boolean;
  readonly focus?: boolean;
  readonly fill?: string;
}

/**
 * Finds the visible elements of a sight; if there are none, the names of other elements with that role. Runs in the page,
 * so it uses nothing from outside. It implements the part of accessible names that the product needs.
 */
export function findInPage({ sight, aim = false, focus = false, fill }: Task): { found: Found[]; others: string[] } {
  const selectors: Record<Role, string> = {
    button: "button, summary, [role=button]",
    link: "a[href]",
    field: "input, select, textarea",
    heading: "h1, h2, h3, h4",
    dialog: "dialog[open]",
    region: "section",
    group: "fieldset, [role=group], [role=radiogroup]",
    table: "table",
    item: "li, tr",
    message: "[role=status], [role=alert]",
    text: "*",
  };

  function textOf(node: Node): string {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? "";
    if (!(node instanceof Element) || node.getAttribute("aria-hidden") === "true" || node.localName === "script")
      return "";
    const text = node.getAttribute("aria-label") ?? [...node.childNodes].map(textOf).join("");
    return getComputedStyle(node).display === "inline" ? text : ` ${text} `;
  }

  function tidy(text: string): string {
    return text.replaceAll(/\s+/g, " ").trim();
  }

  function nameOf(element: Element): string {
    const ids = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
    const labels =
      element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement
        ? [...(element.labels ?? [])]
        : [];
    const title = element.querySelector(":scope > :is(legend, caption)");
    const named = ids.map((id) => document.getElementById(id)).filter((part) => part !== null);
    const label = element.getAttribute("aria-label");
    if (named.length === 0 && label !== null) return tidy(label);
    const sources = named.length > 0 ? named : labels.length > 0 ? labels : [title ?? element];
    return tidy(sources.map(textOf).join(" "));
  }

  function isSeen(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
  }

  function findAll({ role, name, within }: Sight): Element[] {
    const places: ParentNode[] = within === undefined ? [document] : findAll(within);
    const wanted = tidy(name);
    const candidates = places.flatMap((place) => [...place.querySelectorAll(selectors[role])]);
    const found = candidates.filter((element) => {
      if (role === "text") return tidy(element.textContent).includes(wanted);
      if (role === "message" || role === "item") return tidy(textOf(element)).includes(wanted);
      return nameOf(element) === wanted;
    });
    const innermost =
      role === "text"
        ? found.filter((element) => !found.some((other) => other !== element && element.contains(other)))
        : found;
    return innermost.filter(isSeen);
  }

  function write(element: Element, text: string): void {
    if (!(
      element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement
    ))
      return;
    element.focus();
    // React tracks values by its own setter on the element, and ignores an input event if it was used.
    Reflect.set(Object.getPrototypeOf(element), "value", text, element);
    for (const type of ["input", "change"]) element.dispatchEvent(new Event(type, { bubbles: true }));
  }

  /** A press on a label is one on its field. */
  function isPartOf(element: Element, hit: Element): boolean {
    return element.contains(hit) || hit.closest("label")?.contains(element) === true;
  }

  /** Late content may move the element before the press: then the press must not hit another element. */
  function takeAim(element: Element): void {
    element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    Reflect.set(window, "isMissed", false);
    function guard(event: Event): void {
      if (event.type === "click") for (const type of types) removeEventListener(type, guard, true);
      if (event.target instanceof Element && isPartOf(element, event.target)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      Reflect.set(window, "isMissed", true);
    }
    const types = ["pointerdown", "click"];
    for (const type of types) addEventListener(type, guard, true);
  }

  const found = findAll(sight).map((element) => {
    if (fill !== undefined) write(element, fill);
    if (focus && element instanceof HTMLElement) element.focus();
    if (aim) takeAim(element);
    const box = element.getBoundingClientRect();
    const x = (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2;
    const y = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2;
    const top = document.elementFromPoint(x, y);
    return {
      x,
      y,
      covered: top === null || isPartOf(element, top) ? null : top.outerHTML.slice(0, 200),
      text: tidy(textOf(element)),
      value: "value" in element ? String(element.value) : null,
      isPressed: element.getAttribute("aria-pressed") === "true",
      isFocused: document.activeElement === element,
      isEnabled: !element.matches(":disabled, [aria-disabled=true]"),
      height: box.height,
    };
  });
  const all = found.length > 0 || sight.role === "text" ? [] : [...document.querySelectorAll(selectors[sight.role])];
  return { found, others: all.filter(isSeen).map(nameOf) };
}
