import { type RefObject, useEffect, useRef } from "react";
import { usePathname } from "wouter/use-browser-location";

/** Where the page has been: what tells a new screen from the first one, and going on from going back. */
interface Itinerary {
  /** `null` until a first screen is shown. */
  shownPath: string | null;
  isReturning: boolean;
}

export type ItineraryRef = RefObject<Itinerary>;

/** For the life of the page, above all its areas. */
export function useItinerary(): ItineraryRef {
  const itinerary = useRef<Itinerary>({ shownPath: null, isReturning: false });
  useEffect(() => {
    function handlePopState(): void {
      itinerary.current.isReturning = true;
    }
    window.addEventListener("popstate", handlePopState);
    return () => window.removeEventListener("popstate", handlePopState);
  }, []);
  return itinerary;
}

/**
 * On each change of screen, takes the focus to the new screen's heading, as a page load would, and its top into view.
 * Stands beside the screen, so that it acts when that screen is there; not on the first one, which the browser placed.
 */
export function Arrival({ itinerary }: { readonly itinerary: ItineraryRef }) {
  const path = usePathname();
  useEffect(() => {
    const { shownPath, isReturning } = itinerary.current;
    if (shownPath === path) return;
    itinerary.current = { shownPath: path, isReturning: false };
    if (shownPath === null) return;
    focusHeading();
    // Going back, the browser returns to where the person had scrolled.
    if (!isReturning) window.scrollTo(0, 0);
  }, [path, itinerary]);
  return null;
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
