import { type RefObject, useLayoutEffect, useRef } from "react";

interface AskFocus {
  /** Around all buttons; gets the focus when none is left, so it needs `tabIndex={-1}`. */
  readonly areaRef: RefObject<HTMLDivElement | null>;
  /** The button under the list, if there is one. */
  readonly lastRef: RefObject<HTMLButtonElement | null>;
  /** The place of the focused button among those that ask one person; negative if it is not one of them. */
  readonly placeOfFocus: () => number;
  /** Once nothing is pending, focuses the button that is then at `place`, or the last one. */
  readonly moveTo: (place: number) => void;
}

/** The buttons that ask one person, but for those in a folded list. */
function askButtons(area: HTMLElement | null): HTMLButtonElement[] {
  const buttons = area?.querySelectorAll<HTMLButtonElement>("button[data-ask]") ?? [];
  return [...buttons].filter((button) => button.checkVisibility());
}

/** A button that asked somebody goes away, so the focus moves to the next one. */
export function useAskFocus(pending: string | null): AskFocus {
  const areaRef = useRef<HTMLDivElement>(null);
  const lastRef = useRef<HTMLButtonElement>(null);
  const placeRef = useRef<number | null>(null);

  useLayoutEffect(() => {
    if (placeRef.current === null || pending !== null) return;
    const buttons = askButtons(areaRef.current);
    (buttons[placeRef.current] ?? lastRef.current ?? buttons.at(-1) ?? areaRef.current)?.focus();
    placeRef.current = null;
  }, [pending]);

  return {
    areaRef,
    lastRef,
    placeOfFocus: () => askButtons(areaRef.current).findIndex((button) => button === document.activeElement),
    moveTo(place) {
      placeRef.current = place;
    },
  };
}
