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
  const itineraryRef = useRef<Itinerary>({ shownPath: null, isReturning: false });
  useEffect(() => {
    function handlePopState(): void {
      // Going back within one screen, as through its months, leaves the screen where it is.
      itineraryRef.current.isReturning = window.location.pathname !== itineraryRef.current.shownPath;
    }
    window.addEventListener("popstate", handlePopState);
    return () => window.removeEventListener("popstate", handlePopState);
  }, []);
  return itineraryRef;
}

/**
 * On each change of screen, takes the focus to the new screen's heading, as a page load would, and its top into view.
 * Stands beside the screen, so that it acts when that screen is there; not on the first one, which the browser placed.
 */
export function Arrival({ itineraryRef }: { readonly itineraryRef: ItineraryRef }) {
  const path = usePathname();
  useEffect(() => {
    const { shownPath, isReturning } = itineraryRef.current;
    if (shownPath === path) return;
    itineraryRef.current = { shownPath: path, isReturning: false };
    if (shownPath === null) return;
    focusHeading();
    // Going back, the browser returns to where the person had scrolled.
    if (!isReturning) window.scrollTo(0, 0);
  }, [path, itineraryRef]);
  return null;
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
