import { type RefCallback, useCallback, useRef } from "react";

/**
 * For a press whose button disappears: returns a ref, and a function that focuses the element with this ref when it appears
 * next.
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
