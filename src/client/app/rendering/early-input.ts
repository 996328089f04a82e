/** Set by `public/page-start.js` on buttons and days that were pressed before the page's scripts ran: their order. */
const ATTRIBUTE = "data-pressed-early";
const PRESSED = `[${ATTRIBUTE}]`;
const PRESSABLE = "button, [data-date]";

/** What somebody did on a screen that the server rendered, before the page's code was there. */
export interface EarlyInput {
  readonly isPressed: boolean;
  /**
   * Types what is not there any more, and presses what was pressed, in the order of the last press of each. React draws a
   * screen anew where something else has changed it: an extension, or a translation.
   */
  readonly redo: () => void;
}

/** Takes it, once. */
export function takeEarlyInput(root: HTMLElement): EarlyInput {
  const pressable = [...root.querySelectorAll<HTMLElement>(PRESSABLE)];
  const pressed = pressable.filter((element) => element.matches(PRESSED));
  const inOrder = pressed.toSorted((one, other) => orderOf(one) - orderOf(other));
  for (const element of pressed) element.removeAttribute(ATTRIBUTE);
  const fields = [...root.querySelectorAll("input")];
  const typed = new Map(fields.map((field) => [field, typedIn(field)]));
  const focused = document.activeElement;

  /** The same one on the screen as it is now. */
  function current<Kind extends HTMLElement>(element: Kind, all: readonly Kind[], selector: string): Kind | undefined {
    return element.isConnected ? element : root.querySelectorAll<Kind>(selector)[all.indexOf(element)];
  }

  return {
    isPressed: pressed.length > 0,
    redo() {
      for (const field of fields) {
        const now = current(field, fields, "input");
        if (now === undefined || now === field) continue;
        Object.assign(now, typed.get(field));
        if (field === focused) now.focus();
      }
      for (const element of inOrder) current(element, pressable, PRESSABLE)?.click();
    },
  };
}

/** What was typed or ticked in it. */
function typedIn({ type, value, checked, defaultValue, defaultChecked }: HTMLInputElement): Partial<HTMLInputElement> {
  if (type === "checkbox") return checked === defaultChecked ? {} : { checked };
  return value === defaultValue ? {} : { value };
}

function orderOf(element: HTMLElement): number {
  return Number(element.getAttribute(ATTRIBUTE));
}
