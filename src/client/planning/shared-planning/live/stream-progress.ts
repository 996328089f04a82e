import type { StreamedEvent } from "./stream-position.ts";
import type { LiveEvent } from "./live-event.ts";

/** The state of the stream. */
export type LiveState = Extract<LiveEvent, { readonly type: "ready" | "down" | "refused" }>;

/** How far one tab has followed the stream. */
export interface StreamProgress {
  /** Number of the latest change received; `null` until any position is known. */
  readonly position: number | null;
  readonly state: LiveState | null;
}

export const NO_PROGRESS: StreamProgress = { position: null, state: null };

interface Advance {
  readonly progress: StreamProgress;
  /** The events that are new for this tab. */
  readonly events: readonly LiveEvent[];
}

/**
 * Applies a streamed event, whichever tab sent it. A change received before gives no new event. If changes before this
 * one were missed (the tab slept, or the sending tab died), the event is `reload`: everything must be read again.
 */
export function advance({ position, state }: StreamProgress, { event, after }: StreamedEvent): Advance {
  const hasMissed = position !== null && after !== null && after > position;
  switch (event.type) {
    case "down":
    case "refused":
      return { progress: { position, state: event }, events: state?.type === event.type ? [] : [event] };
    case "ready":
      return {
        progress: { position: hasMissed ? after : (position ?? after), state: event },
        events: [
          ...(hasMissed ? [{ type: "reload", position: after } as const] : []),
          ...(state?.type === "ready" ? [] : [event]),
        ],
      };
    case "reload":
      return { progress: { position: event.position, state }, events: [event] };
    case "change":
      if (position !== null && event.position <= position) return { progress: { position, state }, events: [] };
      return {
        progress: { position: event.position, state },
        events: [hasMissed ? { type: "reload", position: event.position } : event],
      };
  }
}

/** The state of the stream for a listener or a tab that joins now. */
export function currentState({ position, state }: StreamProgress): LiveState | null {
  if (state?.type !== "ready") return state;
  return { type: "ready", position: Math.max(state.position, position ?? 0) };
}
