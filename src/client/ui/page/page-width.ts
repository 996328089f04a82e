import { createContext, use, useCallback, useSyncExternalStore } from "react";

/** The media query of each layout, for components whose elements differ between layouts (CSS alone is not enough). */
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

/** The layout for which the server rendered the page; `null` if only the browser renders it. */
export const RenderedLayout = createContext<Layout | null>(null);

/** The widest layout that fits in the window. */
export function currentLayout(): Layout {
  return NAMES.findLast((name) => fits(name)) ?? "compact";
}

function fits(layout: Layout): boolean {
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
    () => fits(layout),
    // React also calls this in the browser, while it hydrates a rendered screen.
    () => (rendered === null ? fits(layout) : NAMES.indexOf(rendered) >= NAMES.indexOf(layout)),
  );
}
