import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * The region whose heading gets the focus after a line-up was kept or deleted: `kept` shows the line-up, `play` shows
 * whether the band can play. The pressed button disappears then, so its focus would be lost.
 */
export type LineUpFocus = "kept" | "play" | null;

/** Returns the ref for the heading of `region`. Focuses that heading once `focusRef` names the region. */
export function useRegionFocus(
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
