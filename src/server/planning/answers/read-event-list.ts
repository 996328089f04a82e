import type { PlannedEvent } from "#domain/planning/planning.ts";
import { StoredAnswer } from "../../api/answers/stored-answer.ts";
import type { Queryable } from "../../database/database.ts";
import { type EventChoice, readEvent, readEventIds, readEvents } from "../events/read-events.ts";
import type { KeptAnswers } from "./kept-answers.ts";

/** A list of events as it is sent. */
export interface EventList {
  readonly position: number;
  readonly groupIds: ReadonlySet<string>;
  readonly answer: StoredAnswer<PlannedEvent[]>;
}

type Listed = Pick<PlannedEvent, "id" | "groupId">;
type Kept = Pick<KeptAnswers, "event" | "keepEvent" | "followed">;

/** If more events are unknown, one statement that reads the whole list is quicker. */
const MOST_READ_ALONE = 3;

function listOf(position: number, events: readonly Listed[], texts: readonly string[]): EventList {
  const groupIds = new Set(events.map(({ groupId }) => groupId));
  const answer = new StoredAnswer<PlannedEvent[]>(`[${texts.join(",")}]`);
  return { position, groupIds, answer };
}

/** All events of the choice in one statement. */
async function readWhole(database: Queryable, kept: Kept, choice: EventChoice): Promise<EventList> {
  const { position, row } = await readEvents(database, choice);
  return listOf(
    position,
    row,
    row.map((event) => kept.keepEvent(event, position)),
  );
}

/**
 * The list put together from kept events; the few unknown ones are read. `null`: too many are unknown, or there was a
 * change between two statements, so that they may show different states.
 */
async function putTogether(database: Queryable, kept: Kept, choice: EventChoice): Promise<EventList | null> {
  const { position, row: listed } = await readEventIds(database, choice);
  const unknown = listed.filter(({ id }) => kept.event(id, position) === undefined);
  if (unknown.length > Math.min(MOST_READ_ALONE, listed.length - 1)) return null;
  for (const { id } of unknown) {
    const event = await readEvent(database, id);
    if (event.position !== position || event.row === null) return null;
    kept.keepEvent(event.row, position);
  }
  if (kept.followed() !== position) return null;
  const texts = listed.flatMap(({ id }) => kept.event(id, position) ?? []);
  // The memory may have dropped one to make room.
  return texts.length === listed.length ? listOf(position, listed, texts) : null;
}

/** The events of the choice. Only those are read that changes affected since they were read last. */
export async function readEventList(database: Queryable, kept: Kept, choice: EventChoice): Promise<EventList> {
  return (await putTogether(database, kept, choice)) ?? (await readWhole(database, kept, choice));
}
