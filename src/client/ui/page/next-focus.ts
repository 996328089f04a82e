import { type RefCallback, useCallback, useRef } from "react";

/**
 * For a button that disappears when it is pressed. Returns a ref for the element that appears instead, and a function that
 * makes this element get the focus when it appears.
 */
export function useNextFocus(): readonly [ref: RefCallback<HTMLElement>, focusNext: () => void] {
  const isRequested = useRef(false);
  const focusIfRequested = useCallback((element: HTMLElement | null) => {
    if (element === null || !isRequested.current) return;
    isRequested.current = false;
    element.focus();
  }, []);
  const focusNext = useCallback(() => {
    isRequested.current = true;
  }, []);
  return [focusIfRequested, focusNext];
}
