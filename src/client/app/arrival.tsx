import { useEffect, useRef } from "react";
import { usePathname } from "wouter/use-browser-location";

/**
 * On each change of screen, takes the focus to the new screen's heading, as a page load would, and its top into view.
 * Stands beside the screen, so that it acts when that screen is there; not on the first one, which the browser placed.
 */
export function Arrival() {
  const path = usePathname();
  const shownPath = useRef(path);
  const isReturning = useRef(false);

  useEffect(() => {
    function handlePopState(): void {
      isReturning.current = true;
    }
    window.addEventListener("popstate", handlePopState);
    return () => window.removeEventListener("popstate", handlePopState);
  }, []);

  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    focusHeading();
    // Going back, the browser returns to where the person had scrolled.
    if (!isReturning.current) window.scrollTo(0, 0);
    isReturning.current = false;
  }, [path]);

  return null;
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
