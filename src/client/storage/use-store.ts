import { useSyncExternalStore } from "react";

/**
 * What a store holds; renders again when that changes. The server renders with it as well, and the browser takes the
 * server's page over only while its own stores hold the same (`app/rendering`).
 */
export function useStore<Value>(subscribe: (listener: () => void) => () => void, read: () => Value): Value {
  return useSyncExternalStore(subscribe, read, read);
}
