import { useSyncExternalStore } from "react";

/** `subscribe` of a store that never changes. */
export function neverChanges(): () => void {
  return () => {};
}

export interface Listeners<Event = void> {
  /** Returns a function that unsubscribes. */
  readonly subscribe: (listener: (event: Event) => void) => () => void;
  readonly notify: (event: Event) => void;
}

/** A list of functions that are called at each `notify`: the simplest event emitter. */
export function createListeners<Event = void>(): Listeners<Event> {
  const listeners = new Set<(event: Event) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify(event) {
      for (const listener of listeners) listener(event);
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
