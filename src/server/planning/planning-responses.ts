import type { GroupDetails, Membership } from "#contract/planning/planning.ts";
import { may } from "#domain/permissions.ts";
import type { Group, PlannedEvent } from "#domain/planning/planning.ts";
import type { Actor } from "../api/request-context.ts";
import { createResponseMemory, storedResponse, StoredResponse } from "../api/stored-response.ts";
import type { Queryable } from "../database/database.ts";
import { Refusal } from "../errors.ts";
import { found, type Positioned, readPosition, readTouched, type Touched } from "./changes/read-change-log.ts";
import { type EventChoice, readEvent, readEventIds, readEvents } from "./events/read-events.ts";
import { listGroups, listMemberships, readGroup } from "./groups/read-groups.ts";
import { requireGroup } from "./groups/write-groups.ts";

/** An answer with the position that was read with it, in the same statement. */
export interface ReadResponse<Body> extends Positioned<StoredResponse<Body>> {
  /** Only changes of this group can affect the answer; `null`: any change can. */
  readonly groupId: string | null;
  /** The event that it is: changes of only another event do not affect it. */
  readonly eventId?: string;
  /** The groups of the events in it. */
  readonly groupIds?: ReadonlySet<string>;
}

/**
 * The answers of the planning's calls, kept as bytes until an accepted change affects them. Rights are checked before, at
 * each call; an answer that depends on the reader is kept under a key of its own. Each rejects with the Refusal of its
 * call, and takes the position that `follow` gave in this request.
 */
export interface PlanningResponses {
  /**
   * The current position of the log. Afterwards this process has forgotten all answers that changes up to it affect, of
   * other processes too. So an answer taken at this position is as new as one read now.
   */
  readonly follow: () => Promise<number>;
  /** Keeps an event that was read at this position, unless this process has followed later changes. Returns it as JSON. */
  readonly keepEvent: (event: Positioned<PlannedEvent>) => string;
  readonly groups: (position: number) => Promise<ReadResponse<Group[]>>;
  readonly group: (position: number, groupId: string) => Promise<ReadResponse<GroupDetails>>;
  /** Everybody may read one group's events, only admins those of all groups at once. */
  readonly events: (position: number, actor: Actor, choice: EventChoice) => Promise<ReadResponse<PlannedEvent[]>>;
  readonly event: (position: number, eventId: string) => Promise<ReadResponse<PlannedEvent>>;
  readonly memberships: (position: number, userId: string | undefined) => Promise<ReadResponse<Membership[]>>;
}

/** Room for some hundred months and their events. */
const ANSWERS_MAX_BYTES = 12 * 1024 * 1024;
/** After more changes than this at once, everything is forgotten: looking up their groups would take longer. */
const MOST_FOLLOWED = 1000;
/** If more events of a list are unknown, one statement that reads the whole list is quicker. */
const MOST_READ_ALONE = 3;

/** An event is kept under this key for who asks for it, and for the lists that it is in. */
function eventKey(id: string): string {
  return `event ${id}`;
}

function eventAnswer({ position, row }: Positioned<PlannedEvent>): ReadResponse<PlannedEvent> {
  const { id: eventId, groupId } = row;
  return { position, groupId, eventId, groupIds: new Set([groupId]), row: storedResponse(row) };
}

function createCachedResponses(database: Queryable, maxBytes: number) {
  const kept = createResponseMemory<ReadResponse<unknown> & { readonly weight: number }>(maxBytes);
  /** All changes up to this position have been looked up. */
  let followed = 0;
  /** Position of the latest change that affects everything, or whose group is unknown. */
  let allTouchedAt = 0;
  const touchedAt = new Map<string, number>();

  function forgetAll(position: number): void {
    kept.clear();
    touchedAt.clear();
    allTouchedAt = Math.max(allTouchedAt, position);
  }

  function keep(key: string, answer: ReadResponse<unknown>): void {
    kept.set(key, { ...answer, weight: answer.row.weight });
  }

  function forgetTouched({ position, groupId, eventId }: Touched): void {
    if (groupId === null) return forgetAll(position);
    touchedAt.set(groupId, Math.max(touchedAt.get(groupId) ?? 0, position));
    kept.deleteWhere((answer) => {
      if (answer.position >= position) return false;
      const isOtherEvent = eventId !== null && answer.eventId !== undefined && answer.eventId !== eventId;
      return answer.groupId === null || (answer.groupId === groupId && !isOtherEvent);
    });
  }

  /** Forgets what the changes after `known`, up to `position`, affect. */
  async function catchUp(known: number, position: number): Promise<void> {
    const isFollowed = known > 0 && position - known <= MOST_FOLLOWED;
    const touched = isFollowed ? await readTouched(database, known, position) : [];
    // If a line of the log is missing, its group is unknown.
    if (touched.length !== position - known) forgetAll(position);
    else for (const change of touched) forgetTouched(change);
    // In the same moment: nobody may store what was read before these changes.
    followed = Math.max(followed, position);
  }

  function lastTouch(groupId: string | null): number {
    return groupId === null ? followed : Math.max(allTouchedAt, touchedAt.get(groupId) ?? 0);
  }

  return {
    /** The position that this process has followed, perhaps in a later request. */
    followed: () => followed,
    /** The event as it is at `position`, as JSON, if it was read there or before and no change has affected it. */
    event(id: string, position: number): string | undefined {
      const event = kept.get(eventKey(id));
      return event !== undefined && event.position <= position ? event.row.json : undefined;
    },
    keepEvent(event: Positioned<PlannedEvent>): string {
      const answer = eventAnswer(event);
      if (event.position >= followed) keep(eventKey(event.row.id), answer);
      return answer.row.json;
    },
    async follow(): Promise<number> {
      const known = followed;
      const { position } = await readPosition(database);
      if (position < known) {
        // Positions only grow, so this is another log (of a restored backup).
        allTouchedAt = 0;
        forgetAll(position);
        followed = position;
      } else if (position > known) {
        await catchUp(known, position);
      }
      return position;
    },
    /** The kept answer, or else that of `read`. @param position from `follow`, in the same request */
    async answer<Body>(key: string, position: number, read: () => Promise<ReadResponse<Body>>) {
      const known = kept.get(key) as ReadResponse<Body> | undefined;
      if (known !== undefined) return { ...known, position: Math.max(position, known.position) };
      const answer = await read();
      // Another request may have found a later change meanwhile; then this answer is outdated already.
      if (answer.position >= lastTouch(answer.groupId)) keep(key, answer);
      return answer;
    },
  };
}

type CachedResponses = ReturnType<typeof createCachedResponses>;
type EventList = Pick<ReadResponse<PlannedEvent[]>, "position" | "row" | "groupIds">;

function listOf(
  position: number,
  events: readonly Pick<PlannedEvent, "groupId">[],
  texts: readonly string[],
): EventList {
  const groupIds = new Set(events.map(({ groupId }) => groupId));
  return { position, groupIds, row: new StoredResponse<PlannedEvent[]>(`[${texts.join(",")}]`) };
}

/**
 * The list put together from kept events; the few unknown ones are read. `null`: too many are unknown, or there was a
 * change between two statements, so that they may show different states.
 */
async function putTogether(database: Queryable, kept: CachedResponses, choice: EventChoice): Promise<EventList | null> {
  const { position, row: listed } = await readEventIds(database, choice);
  const unknown = listed.filter(({ id }) => kept.event(id, position) === undefined);
  if (unknown.length > Math.min(MOST_READ_ALONE, listed.length - 1)) return null;
  for (const { id } of unknown) {
    const event = await readEvent(database, id);
    if (event.position !== position || event.row === null) return null;
    kept.keepEvent({ position, row: event.row });
  }
  if (kept.followed() !== position) return null;
  const texts = listed.flatMap(({ id }) => kept.event(id, position) ?? []);
  // The memory may have dropped one to make room.
  return texts.length === listed.length ? listOf(position, listed, texts) : null;
}

/** The events of the choice. Only those are read that changes affected since they were read last. */
async function readEventList(database: Queryable, kept: CachedResponses, choice: EventChoice): Promise<EventList> {
  const known = await putTogether(database, kept, choice);
  if (known !== null) return known;
  const { position, row: events } = await readEvents(database, choice);
  return listOf(
    position,
    events,
    events.map((row) => kept.keepEvent({ position, row })),
  );
}

/** @param maxBytes of memory for answers that are used again */
export function createPlanningResponses(database: Queryable, maxBytes = ANSWERS_MAX_BYTES): PlanningResponses {
  const kept = createCachedResponses(database, maxBytes);

  function answer<Row>(
    key: string,
    now: number,
    read: () => Promise<Positioned<Row>>,
    groupId: string | null = null,
  ): Promise<ReadResponse<Row>> {
    return kept.answer(key, now, async () => {
      const { position, row } = await read();
      return { position, groupId, row: storedResponse(row) };
    });
  }

  return {
    follow: () => kept.follow(),
    keepEvent: (event) => kept.keepEvent(event),
    groups: (now) => answer("groups", now, () => listGroups(database)),
    group: (now, id) =>
      answer(`group ${id}`, now, async () => found(await readGroup(database, id), "group.not_found"), id),
    memberships: (now, userId) => answer(`memberships ${userId ?? ""}`, now, () => listMemberships(database, userId)),
    event: (now, id) =>
      kept.answer(eventKey(id), now, async () => eventAnswer(found(await readEvent(database, id), "event.not_found"))),
    async events(now, actor, choice) {
      const { groupId = null, from, to, limit } = choice;
      if (groupId === null && !may(actor, "event.see_other_groups")) throw new Refusal("request.forbidden");
      return kept.answer(JSON.stringify([groupId, from, to, limit]), now, async () => {
        const list = await readEventList(database, kept, choice);
        if (list.groupIds?.size === 0 && groupId !== null) await requireGroup(database, groupId);
        return { ...list, groupId };
      });
    },
  };
}
