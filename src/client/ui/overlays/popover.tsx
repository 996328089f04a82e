import { type ButtonHTMLAttributes, cloneElement, type ReactElement, type ReactNode, type ToggleEvent } from "react";

interface PopoverProps {
  readonly id: string;
  readonly label?: string | undefined;
  readonly trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  readonly children: ReactNode;
}

/** In pixels. If there is less space below the button, the menu opens higher. */
const MIN_HEIGHT = 220;

/** Closes the popover, for links and buttons in it that open something else. */
export function closePopover(id: string): void {
  document.getElementById(id)?.hidePopover();
}

/**
 * Gives the style sheet the position of the button when the menu opens. The menu then does not move while the page scrolls:
 * otherwise a press could miss it, close it and hit the page.
 */
function placeUnderButton({ currentTarget: menu, newState }: ToggleEvent<HTMLElement>): void {
  const button = menu.previousElementSibling;
  if (newState !== "open" || button === null) return;
  const { bottom, right } = button.getBoundingClientRect();
  const top = Math.max(0, Math.min(bottom, globalThis.innerHeight - MIN_HEIGHT));
  menu.style.setProperty("--button-bottom", `${top}px`);
  menu.style.setProperty("--button-right", `${document.documentElement.clientWidth - right}px`);
}

/** A menu below its button, or a sheet at the bottom of a phone. Escape and a press outside close it. */
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
