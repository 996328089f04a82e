import type { PlayState } from "#domain/line-up/play-state.ts";
import { LIST_STATE_WORDS } from "#text/phrases/availability.ts";
import { EventSign, listState } from "./event-sign.tsx";

export interface ListSignProps {
  readonly state: PlayState;
  readonly size: number;
}

/** The sign of an event's state in the calendar. */
export function ListSign({ state, size }: ListSignProps) {
  return <EventSign state={listState(state)} label={LIST_STATE_WORDS[state]} size={size} />;
}
