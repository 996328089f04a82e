import { useSyncExternalStore } from "react";

/**
 * What a store holds; renders again when that changes. The server renders with it as well. The browser takes the server's
 * screen over only if its own stores hold the same at that moment (`app/rendering/show-page.tsx`).
 */
export function useStore<Value>(subscribe: (listener: () => void) => () => void, read: () => Value): Value {
  return useSyncExternalStore(subscribe, read, read);
}
