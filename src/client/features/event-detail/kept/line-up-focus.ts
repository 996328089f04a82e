import { type RefObject, useLayoutEffect, useRef } from "react";

/** The region that takes the focus once the kept line-up appears or disappears: the pressed button is gone then. */
export type LineUpFocus = "kept" | "play" | null;

/** Returns the ref of the heading of `region`. The heading takes the focus if `focusRef` names the region. */
export function useTakenFocus(
  focusRef: RefObject<LineUpFocus>,
  region: LineUpFocus,
  isKept = true,
): RefObject<HTMLHeadingElement | null> {
  const headingRef = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (focusRef.current !== region || isKept !== (region === "kept")) return;
    focusRef.current = null;
    headingRef.current?.focus();
  }, [focusRef, region, isKept]);
  return headingRef;
}
