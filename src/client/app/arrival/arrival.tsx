import { createContext, type FC, type ReactNode, type RefObject, use, useEffect, useRef } from "react";
import { usePathname } from "wouter/use-browser-location";

/** Where the page has been: what tells a new screen from the first one, and going on from going back. */
interface Itinerary {
  /** `null` until a first screen is shown. */
  shownPath: string | null;
  isReturning: boolean;
}

const ItineraryContext = createContext<RefObject<Itinerary> | null>(null);

/** For the life of the page, above all its areas. */
export function ItineraryProvider({ children }: { readonly children: ReactNode }) {
  const itineraryRef = useRef<Itinerary>({ shownPath: null, isReturning: false });
  useEffect(() => {
    function handlePopState(): void {
      // Going back within one screen, as through its months, leaves the screen where it is.
      itineraryRef.current.isReturning = window.location.pathname !== itineraryRef.current.shownPath;
    }
    window.addEventListener("popstate", handlePopState);
    return () => window.removeEventListener("popstate", handlePopState);
  }, []);
  return <ItineraryContext value={itineraryRef}>{children}</ItineraryContext>;
}

/** A screen to which the person is brought: for those that have code of their own, once it is there. */
export function withArrival(Screen: FC): FC {
  return function ArrivedScreen() {
    useArrival();
    return <Screen />;
  };
}

/**
 * On each change of screen, takes the focus to the new screen's heading, as a page load would, and its top into view; not
 * on the first one, which the browser placed.
 */
function useArrival(): void {
  const path = usePathname();
  const itineraryRef = use(ItineraryContext);
  if (itineraryRef === null) throw new Error("No ItineraryProvider above this component");
  useEffect(() => {
    const { shownPath, isReturning } = itineraryRef.current;
    if (shownPath === path) return;
    itineraryRef.current = { shownPath: path, isReturning: false };
    if (shownPath === null) return;
    focusHeading();
    // Going back, the browser returns to where the person had scrolled.
    if (!isReturning) window.scrollTo(0, 0);
  }, [path, itineraryRef]);
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
