import type { LostGroup } from "../../planning/selected-group.ts";
import { browserStorage, tryToStore } from "../../storage/browser-storage.ts";
import { createListeners } from "../../storage/listeners.ts";

/** Key in this tab's `sessionStorage`. The value is the time and the id of the event: `MILLISECONDS ID`. */
const WANTED_EVENT_KEY = "wantedEvent";
const MAX_AGE_MS = 3_600_000;

const storage = browserStorage("sessionStorage");
const listeners = createListeners();

/** The event whose address was opened while signed out, to offer it after signing in. Forgotten after an hour. */
export const wantedEvent = {
  subscribe: listeners.subscribe,
  id: (): string | null => {
    const [, since, id] = /^(\d+) (.+)$/.exec(storage.getItem(WANTED_EVENT_KEY) ?? "") ?? [];
    return id !== undefined && Date.now() - Number(since) < MAX_AGE_MS ? id : null;
  },
  remember(eventId: string): void {
    tryToStore(storage, WANTED_EVENT_KEY, `${Date.now()} ${eventId}`);
    listeners.notify();
  },
  forget(): void {
    storage.removeItem(WANTED_EVENT_KEY);
    listeners.notify();
  },
};

const lossListeners = createListeners();
let lost: LostGroup | null = null;

/** The selected group that was deleted or replaced, until the user has read the notice about it. */
export const lostGroup = {
  subscribe: lossListeners.subscribe,
  get: (): LostGroup | null => lost,
  set(group: LostGroup | null): void {
    lost = group;
    lossListeners.notify();
  },
};
