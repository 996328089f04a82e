import { createContext, use, useCallback, useSyncExternalStore } from "react";

/** Widths from which on the page is laid out otherwise, where CSS alone cannot do it. */
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

/** The layout that the server rendered for; `null` where the browser draws a page by itself, at the width it has. */
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
    // The browser asks it, too, while it takes a rendered screen over.
    () => (rendered === null ? isReached(layout) : NAMES.indexOf(rendered) >= NAMES.indexOf(layout)),
  );
}
