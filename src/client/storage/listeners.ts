import { useSyncExternalStore } from "react";

/** `subscribe` of a store that never changes. */
export function neverChanges(): () => void {
  return () => {};
}

export interface Listeners {
  /** Returns how to unsubscribe. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly notify: () => void;
}

export function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify() {
      for (const listener of listeners) listener();
    },
  };
}

/**
 * What `read` returns; renders again when that changes. The same function serves for hydration: the browser hydrates the
 * server's screen only if its stores hold what the server rendered with (`app/rendering/show-page.tsx`).
 */
export function useStore<Value>(subscribe: (listener: () => void) => () => void, read: () => Value): Value {
  return useSyncExternalStore(subscribe, read, read);
}
