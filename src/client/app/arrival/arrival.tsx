import { createContext, type FC, type ReactNode, type RefObject, use, useEffect, useRef } from "react";
import { useRouter } from "wouter";
import { usePathname } from "wouter/use-browser-location";
import { type LazyPart, lazyPart } from "../../ui/page/lazy-part.tsx";

/** The path of the page, also while the server renders it. */
export function usePagePath(): string {
  return usePathname(useRouter());
}

/** Navigation state: distinguishes the first screen from a new one, and going back from going forward. */
interface Itinerary {
  shownPath: string | null;
  isReturning: boolean;
}

const ItineraryContext = createContext<RefObject<Itinerary> | null>(null);

/** Holds the navigation state for the life of the page. */
export function ItineraryProvider({ children }: { readonly children: ReactNode }) {
  const itineraryRef = useRef<Itinerary>({ shownPath: null, isReturning: false });
  useEffect(() => {
    function handlePopState(): void {
      // Going back within one screen, for example through its months, is not a return to another screen.
      itineraryRef.current.isReturning = window.location.pathname !== itineraryRef.current.shownPath;
    }
    window.addEventListener("popstate", handlePopState);
    return () => window.removeEventListener("popstate", handlePopState);
  }, []);
  return <ItineraryContext value={itineraryRef}>{children}</ItineraryContext>;
}

/** Wraps a screen so that navigating to it moves the focus. A lazily loaded screen does this once its code is loaded. */
export function withArrival<Props extends object>(Screen: FC<Props>): FC<Props> {
  return function ArrivedScreen(props: Props) {
    useArrival();
    return <Screen {...props} />;
  };
}

/**
 * After each navigation, focuses the new screen's heading (for screen readers) and scrolls to its top. Does nothing on the
 * first screen of the page, which the browser has just opened.
 */
function useArrival(): void {
  const path = usePagePath();
  const itineraryRef = use(ItineraryContext);
  if (itineraryRef === null) throw new Error("No ItineraryProvider above this component");
  useEffect(() => {
    const { shownPath, isReturning } = itineraryRef.current;
    if (shownPath === path) return;
    itineraryRef.current = { shownPath: path, isReturning: false };
    if (shownPath === null) return;
    focusHeading();
    // When going back, the browser restores the scroll position.
    if (!isReturning) window.scrollTo(0, 0);
  }, [path, itineraryRef]);
}

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** A screen in a separate file, loaded when it is first shown. `Placeholder` is rendered until then. */
export function lazyScreen(load: () => Promise<FC>, Placeholder?: FC): LazyPart<object> {
  return lazyPart(async () => withArrival(await load()), Placeholder);
}
