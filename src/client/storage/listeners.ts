import { useSyncExternalStore } from "react";

/** `subscribe` of a store that always holds the same. */
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
 * What a store holds; renders again when that changes. The server renders with it as well. The browser takes the server's
 * screen over only if its own stores hold the same at that moment (`app/rendering/show-page.tsx`).
 */
export function useStore<Value>(subscribe: (listener: () => void) => () => void, read: () => Value): Value {
  return useSyncExternalStore(subscribe, read, read);
}
