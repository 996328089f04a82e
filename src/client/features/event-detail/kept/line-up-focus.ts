import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * The region whose heading gets the focus after a line-up was kept or deleted: `kept` shows the line-up, `play` shows
 * whether the band can play. The pressed button disappears then, so its focus would be lost.
 */
export type LineUpFocus = "kept" | "play" | null;

/**
 * Returns the ref for the heading of `region`. Focuses that heading once `focusRef` names the region and `isReady`.
 * @param isReady whether the planning has changed already: for `play`, whether the line-up is deleted
 */
export function useRegionFocus(
  focusRef: RefObject<LineUpFocus>,
  region: LineUpFocus,
  isReady = true,
): RefObject<HTMLHeadingElement | null> {
  const headingRef = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (focusRef.current !== region || !isReady) return;
    focusRef.current = null;
    headingRef.current?.focus();
  }, [focusRef, region, isReady]);
  return headingRef;
}
