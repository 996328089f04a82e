import type { GroupDetails, Membership } from "#contract/planning/planning.ts";
import { may } from "#domain/permissions.ts";
import type { Group, PlannedEvent } from "#domain/planning/planning.ts";
import type { Actor } from "../api/operation-route.ts";
import { createResponseMemory, storedResponse, StoredResponse } from "../api/stored-response.ts";
import type { Queryable } from "../database/database.ts";
import { found, Refusal } from "../errors.ts";
import { type Positioned, readPosition, readTouched, type Touched } from "./changes/write-change-log.ts";
import { type EventChoice, readEventIds, readEvents } from "./events/read-events.ts";
import { listGroups, listMemberships, readGroup } from "./groups/read-groups.ts";
import { requireGroup } from "./groups/write-groups.ts";

/**
 * A response with a position of the log: it is as it was then, or newer. Of events both are read in one statement, so that
 * lists can be put together.
 */
export interface ReadResponse<Body> extends Positioned<StoredResponse<Body>> {
  /** Only changes of this group can affect the response; `null`: any change can. */
  readonly groupId: string | null;
  /** Set if the response is one event: changes of only another event do not affect it. */
  readonly eventId?: string;
  /** The groups of the events in it. */
  readonly groupIds?: ReadonlySet<string>;
}

/**
 * The responses of the planning's calls, cached as bytes until an accepted change affects them. Rights are checked before,
 * at each call. A response that depends on the reader has a key of its own. `position` is what `follow` returned in the
 * same request.
 */
export interface PlanningResponses {
  /**
   * The current position of the log. It first drops all responses that changes up to it affect, those of other processes
   * too. So a response taken at this position is as new as one read now.
   */
  readonly follow: () => Promise<number>;
  /** Caches an event that was read at this position, unless later changes are known. Returns it as JSON. */
  readonly keepEvent: (event: Positioned<PlannedEvent>) => string;
  readonly groups: (position: number) => Promise<ReadResponse<Group[]>>;
  readonly group: (position: number, groupId: string) => Promise<ReadResponse<GroupDetails>>;
  /** Everybody may read one group's events, only admins those of all groups at once. */
  readonly events: (position: number, actor: Actor, choice: EventChoice) => Promise<ReadResponse<PlannedEvent[]>>;
  readonly event: (position: number, eventId: string) => Promise<ReadResponse<PlannedEvent>>;
  readonly memberships: (position: number, userId: string | undefined) => Promise<ReadResponse<Membership[]>>;
}

/** Room for some hundred months and their events. */
const RESPONSES_MAX_BYTES = 12 * 1024 * 1024;
/** After more changes than this, the whole cache is dropped: looking up their groups would take longer. */
const MOST_FOLLOWED = 1000;
/** If more events of a list are not cached, reading the whole list in one statement is faster. */
const MOST_READ_ALONE = 3;

/** The key of one event. Lists are put together from these entries. */
function eventKey(id: string): string {
  return `event ${id}`;
}

function eventResponse({ position, row }: Positioned<PlannedEvent>): ReadResponse<PlannedEvent> {
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

  function keep(key: string, response: ReadResponse<unknown>): void {
    kept.set(key, { ...response, weight: response.row.weight });
  }

  function forgetTouched({ position, groupId, eventId }: Touched): void {
    if (groupId === null) return forgetAll(position);
    touchedAt.set(groupId, Math.max(touchedAt.get(groupId) ?? 0, position));
    kept.deleteWhere((response) => {
      if (response.position >= position) return false;
      const isOtherEvent = eventId !== null && response.eventId !== undefined && response.eventId !== eventId;
      return response.groupId === null || (response.groupId === groupId && !isOtherEvent);
    });
  }

  /** Forgets what the changes after `known`, up to `position`, affect. */
  async function catchUp(known: number, position: number): Promise<void> {
    const isFollowed = known > 0 && position - known <= MOST_FOLLOWED;
    const touched = isFollowed ? await readTouched(database, known, position) : [];
    // If an entry of the log is missing, its group is unknown.
    if (touched.length !== position - known) forgetAll(position);
    else for (const change of touched) forgetTouched(change);
    // There is no `await` in between, so that no response from before these changes can be cached now.
    followed = Math.max(followed, position);
  }

  function lastTouch(groupId: string | null): number {
    return groupId === null ? followed : Math.max(allTouchedAt, touchedAt.get(groupId) ?? 0);
  }

  return {
    /** The position up to which changes have been looked up, perhaps by a later request. */
    followed: () => followed,
    /** The event at `position` as JSON, if it was read there or before, and no change has affected it since. */
    event(id: string, position: number): string | undefined {
      const event = kept.get(eventKey(id));
      return event !== undefined && event.position <= position ? event.row.json : undefined;
    },
    keepEvent(event: Positioned<PlannedEvent>): string {
      const response = eventResponse(event);
      if (event.position >= followed) keep(eventKey(event.row.id), response);
      return response.row.json;
    },
    async follow(): Promise<number> {
      const known = followed;
      const position = await readPosition(database);
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
    /** The cached response, or else that of `read`. @param position from `follow`, in the same request */
    async respond<Body>(key: string, position: number, read: () => Promise<ReadResponse<Body>>) {
      const known = kept.get(key) as ReadResponse<Body> | undefined;
      if (known !== undefined) return { ...known, position: Math.max(position, known.position) };
      const response = await read();
      // Another request may have found a later change meanwhile; then this response is outdated already.
      if (response.position >= lastTouch(response.groupId)) keep(key, response);
      return response;
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
 * The list put together from cached events; a few missing ones are read. `null`: too many are missing, or there was a
 * change between two statements, so that they may show different states.
 */
async function putTogether(database: Queryable, kept: CachedResponses, choice: EventChoice): Promise<EventList | null> {
  const { position, row: listed } = await readEventIds(database, choice);
  const unknown = listed.filter(({ id }) => kept.event(id, position) === undefined);
  if (unknown.length > Math.min(MOST_READ_ALONE, listed.length - 1)) return null;
  for (const { id } of unknown) {
    const {
      position: at,
      row: [event],
    } = await readEvents(database, { id });
    if (at !== position || event === undefined) return null;
    kept.keepEvent({ position, row: event });
  }
  if (kept.followed() !== position) return null;
  const texts = listed.flatMap(({ id }) => kept.event(id, position) ?? []);
  // The cache may have dropped an event to make room.
  return texts.length === listed.length ? listOf(position, listed, texts) : null;
}

/** The chosen events. Usually reads only those that changed since they were last read. */
async function readEventList(database: Queryable, kept: CachedResponses, choice: EventChoice): Promise<EventList> {
  const cached = await putTogether(database, kept, choice);
  if (cached !== null) return cached;
  const { position, row: events } = await readEvents(database, choice);
  return listOf(
    position,
    events,
    events.map((row) => kept.keepEvent({ position, row })),
  );
}

/** @param maxBytes of memory for kept responses */
export function createPlanningResponses(database: Queryable, maxBytes = RESPONSES_MAX_BYTES): PlanningResponses {
  const kept = createCachedResponses(database, maxBytes);

  function respond<Row>(
    key: string,
    now: number,
    read: () => Promise<Row>,
    groupId: string | null = null,
  ): Promise<ReadResponse<Row>> {
    return kept.respond(key, now, async () => ({ position: now, groupId, row: storedResponse(await read()) }));
  }

  return {
    follow: () => kept.follow(),
    keepEvent: (event) => kept.keepEvent(event),
    groups: (now) => respond("groups", now, () => listGroups(database)),
    group: (now, id) =>
      respond(`group ${id}`, now, async () => found(await readGroup(database, id), "group.not_found"), id),
    memberships: (now, userId) => respond(`memberships ${userId ?? ""}`, now, () => listMemberships(database, userId)),
    event: (now, id) =>
      kept.respond(eventKey(id), now, async () => {
        const { position, row } = await readEvents(database, { id });
        return eventResponse({ position, row: found(row[0], "event.not_found") });
      }),
    async events(now, actor, choice) {
      const { groupId = null, from, to, limit } = choice;
      if (groupId === null && !may(actor, "event.see_other_groups")) throw new Refusal("request.forbidden");
      return kept.respond(JSON.stringify([groupId, from, to, limit]), now, async () => {
        const list = await readEventList(database, kept, choice);
        if (list.groupIds?.size === 0 && groupId !== null) await requireGroup(database, groupId);
        return { ...list, groupId };
      });
    },
  };
}
