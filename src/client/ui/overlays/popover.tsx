import { type ButtonHTMLAttributes, cloneElement, type ReactElement, type ReactNode, type ToggleEvent } from "react";

interface PopoverProps {
  readonly id: string;
  readonly label?: string | undefined;
  readonly trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  readonly children: ReactNode;
}

/** Least height of a menu in pixels. */
const LEAST_ROOM = 220;

/** Closes the popover; for links and buttons in it that navigate. */
export function closePopover(id: string): void {
  document.getElementById(id)?.hidePopover();
}

/**
 * Tells the style sheet where the button is. The menu then stays in its place while the page scrolls. If it
 * moved with its button, a press could miss it, close it and hit the page.
 */
function placeUnderButton({ currentTarget: menu, newState }: ToggleEvent<HTMLElement>): void {
  const button = menu.previousElementSibling;
  if (newState !== "open" || button === null) return;
  const { bottom, right } = button.getBoundingClientRect();
  menu.style.setProperty("--button-bottom", `${Math.min(bottom, globalThis.innerHeight - LEAST_ROOM)}px`);
  menu.style.setProperty("--button-right", `${document.documentElement.clientWidth - right}px`);
}

/** A menu under its button, or a sheet at the bottom of a phone. Escape and a press outside close it. */
export function Popover({ id, label, trigger, children }: PopoverProps) {
  return (
    <>
      {cloneElement(trigger, { popoverTarget: id })}
      <section
        id={id}
        popover="auto"
        aria-label={label}
        onBeforeToggle={placeUnderButton}
        className="popover bg-surface text-ink shadow-2"
      >
        {children}
      </section>
    </>
  );
}
