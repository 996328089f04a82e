import { type RefObject, useLayoutEffect, useRef } from "react";

/** The region that takes the focus once the kept line-up appears or goes, because the pressed button is gone then. */
export type LineUpFocus = "kept" | "play" | null;

/** Returns the ref of a region's heading, which takes the focus if it is the region's turn. */
export function useTakenFocus(
  focusRef: RefObject<LineUpFocus>,
  own: LineUpFocus,
  isKept = true,
): RefObject<HTMLHeadingElement | null> {
  const headingRef = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (focusRef.current !== own || isKept !== (own === "kept")) return;
    focusRef.current = null;
    headingRef.current?.focus();
  }, [focusRef, own, isKept]);
  return headingRef;
}
