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
