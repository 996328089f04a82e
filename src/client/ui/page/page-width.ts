import { createContext, use, useCallback, useSyncExternalStore } from "react";

/** Minimum width of each layout that CSS alone cannot switch to. */
const LAYOUTS = {
  compact: "all",
  medium: "(width >= 37.5rem)",
  wide: "(width >= 56.25rem)",
  broad: "(width >= 73.75rem)",
} as const;

export type Layout = keyof typeof LAYOUTS;

const NAMES = Object.keys(LAYOUTS) as Layout[];

export function isLayout(name: string): name is Layout {
  return Object.hasOwn(LAYOUTS, name);
}

/** The layout that the server rendered for; `null` where the browser draws the page by itself. */
export const RenderedLayout = createContext<Layout | null>(null);

export function currentLayout(): Layout {
  return NAMES.findLast((name) => isReached(name)) ?? "compact";
}

function isReached(layout: Layout): boolean {
  return matchMedia(LAYOUTS[layout]).matches;
}

export function useIsAtLeast(layout: Layout): boolean {
  const rendered = use(RenderedLayout);
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(LAYOUTS[layout]);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [layout],
  );
  return useSyncExternalStore(
    subscribe,
    () => isReached(layout),
    // React also calls this in the browser, while it hydrates a rendered screen.
    () => (rendered === null ? isReached(layout) : NAMES.indexOf(rendered) >= NAMES.indexOf(layout)),
  );
}
