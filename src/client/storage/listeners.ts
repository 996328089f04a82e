import { useSyncExternalStore } from "react";

/** `subscribe` of a store that never changes. */
export function neverChanges(): () => void {
  return () => {};
}

export interface Listeners {
  /** Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly notify: () => void;
}

/** A list of functions that are called at each `notify`: the simplest event emitter. */
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
 * Returns the value of `read`, and renders again when it changes. During hydration React gets the same value: the browser only
 * hydrates if its stores have the data that the server rendered with (`app/rendering/show-page.tsx`).
 */
export function useStore<Value>(subscribe: (listener: () => void) => () => void, read: () => Value): Value {
  return useSyncExternalStore(subscribe, read, read);
}
