import { may } from "#domain/permissions.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import type { Actor } from "../api/operation-route.ts";
import { createResponseCache, storedResponse, StoredResponse } from "../api/stored-response.ts";
import type { Queryable } from "../database/database.ts";
import { found, Refusal } from "../errors.ts";
import { type Positioned, readPosition, readChangeScopes, type ChangeScope } from "./changes/write-change-log.ts";
import { type EventChoice, readEventIds, readEvents } from "./events/read-events.ts";
import { listGroups, listMemberships, readGroup } from "./groups/read-groups.ts";
import { requireGroup } from "./groups/write-groups.ts";

/**
 * A response with a log position: it shows the planning as it was at that position, or newer. Events and their
 * position are read in one statement, so that lists can be composed of separately cached events.
 */
export interface ReadResponse<Body> extends Positioned<StoredResponse<Body>> {
  /** Only changes of this group can affect the response; `null`: any change can. */
  readonly groupId: string | null;
  /** Set if the response is one event. A change of only another event does not affect it. */
  readonly eventId?: string;
  /** The groups of the events in it. */
  readonly groupIds?: ReadonlySet<string>;
}

/** Room for some hundred months and their events. */
const CACHE_MAX_BYTES = 12 * 1024 * 1024;
/** After more changes than this, the whole cache is cleared: reading their groups from the log would take longer. */
const CHANGES_READ_MAX = 1000;
/** If more events of a list are not cached, reading the whole list in one statement is faster. */
const EVENTS_READ_SINGLY_MAX = 3;

/** The cache key of one event. Lists are composed of these entries. */
function eventKey(id: string): string {
  return `event ${id}`;
}

function eventResponse({ position, value: event }: Positioned<PlannedEvent>): ReadResponse<PlannedEvent> {
  const { id: eventId, groupId } = event;
  return { position, groupId, eventId, groupIds: new Set([groupId]), value: storedResponse(event) };
}

function createCachedResponses(database: Queryable, maxBytes: number) {
  const cache = createResponseCache<ReadResponse<unknown> & { readonly weight: number }>(maxBytes);
  /** The log was read up to this position, and the responses that its changes affect are no longer cached. */
  let followed = 0;
  /** Position of the latest change that affects all groups, or whose group is unknown. */
  let allChangedAt = 0;
  /** For each group, the position of the latest change that affects only this group. */
  const groupChangedAt = new Map<string, number>();

  function invalidateAll(position: number): void {
    cache.clear();
    groupChangedAt.clear();
    allChangedAt = Math.max(allChangedAt, position);
  }

  function store(key: string, response: ReadResponse<unknown>): void {
    cache.set(key, { ...response, weight: response.value.weight });
  }

  /** Drops the cached responses that are older than a change and that it affects. */
  function invalidate({ position, groupId, eventId }: ChangeScope): void {
    if (groupId === null) return invalidateAll(position);
    groupChangedAt.set(groupId, Math.max(groupChangedAt.get(groupId) ?? 0, position));
    cache.deleteWhere((response) => {
      if (response.position >= position) return false;
      const isOtherEvent = eventId !== null && response.eventId !== undefined && response.eventId !== eventId;
      return response.groupId === null || (response.groupId === groupId && !isOtherEvent);
    });
  }

  /** Invalidates what the changes after position `from`, up to position `to`, affect. */
  async function followChanges(from: number, to: number): Promise<void> {
    const isWorthReading = from > 0 && to - from <= CHANGES_READ_MAX;
    const scopes = isWorthReading ? await readChangeScopes(database, from, to) : [];
    // If an entry of the log is missing, its group is unknown.
    if (scopes.length !== to - from) invalidateAll(to);
    else for (const scope of scopes) invalidate(scope);
    // No `await` after the invalidation: otherwise an outdated response could be cached before `followed` is set.
    followed = Math.max(followed, to);
  }

  /** The position of the latest known change that can affect a response about this group; `null`: about all groups. */
  function lastChangeOf(groupId: string | null): number {
    return groupId === null ? followed : Math.max(allChangedAt, groupChangedAt.get(groupId) ?? 0);
  }

  return {
    /** The position up to which the log was read, perhaps by a later request. */
    followed: () => followed,
    /** The cached event as JSON, if it was read at `position` or before; `undefined`: it must be read. */
    event(id: string, position: number): string | undefined {
      const event = cache.get(eventKey(id));
      return event !== undefined && event.position <= position ? event.value.json : undefined;
    },
    /** Caches an event that was read at its `position`, unless later changes are known. Returns it as JSON. */
    cacheEvent: (event: Positioned<PlannedEvent>): string => {
      const response = eventResponse(event);
      if (event.position >= followed) store(eventKey(event.value.id), response);
      return response.value.json;
    },
    /**
     * Returns the current position of the log. First it invalidates all cached responses that changes up to this position
     * affect, also changes by other processes. So a cached response is then as new as a fresh read.
     */
    follow: async (): Promise<number> => {
      const known = followed;
      const position = await readPosition(database);
      if (position < known) {
        // Positions only grow, so this is another log (of a restored backup).
        allChangedAt = 0;
        invalidateAll(position);
        followed = position;
      } else if (position > known) {
        await followChanges(known, position);
      }
      return position;
    },
    /** The cached response, or else that of `read`. @param position from `follow`, in the same request */
    async respond<Body>(key: string, position: number, read: () => Promise<ReadResponse<Body>>) {
      const cached = cache.get(key) as ReadResponse<Body> | undefined;
      if (cached !== undefined) return { ...cached, position: Math.max(position, cached.position) };
      const response = await read();
      // Race: another request may have found a later change meanwhile. Then this response is outdated already.
      if (response.position >= lastChangeOf(response.groupId)) store(key, response);
      return response;
    },
  };
}

type CachedResponses = ReturnType<typeof createCachedResponses>;
type EventList = Pick<ReadResponse<PlannedEvent[]>, "position" | "value" | "groupIds">;

/** @param eventTexts each event as JSON, in the order of `events` */
function listOf(
  position: number,
  events: readonly Pick<PlannedEvent, "groupId">[],
  eventTexts: readonly string[],
): EventList {
  const groupIds = new Set(events.map(({ groupId }) => groupId));
  return { position, groupIds, value: new StoredResponse<PlannedEvent[]>(`[${eventTexts.join(",")}]`) };
}

/**
 * Composes the list of cached events, and reads a few missing ones. Returns `null` if too many are missing, or if the
 * planning changed between two reads, so that they may show different states.
 */
async function compose(database: Queryable, cache: CachedResponses, choice: EventChoice): Promise<EventList | null> {
  const { position, value: listed } = await readEventIds(database, choice);
  const missing = listed.filter(({ id }) => cache.event(id, position) === undefined);
  const isNoneCached = missing.length === listed.length;
  if (isNoneCached || missing.length > EVENTS_READ_SINGLY_MAX) return null;
  for (const { id } of missing) {
    const read = await readEvents(database, { id });
    const [event] = read.value;
    if (read.position !== position || event === undefined) return null;
    cache.cacheEvent({ position, value: event });
  }
  if (cache.followed() !== position) return null;
  const texts = listed.flatMap(({ id }) => cache.event(id, position) ?? []);
  // The cache may have dropped an event to make room.
  return texts.length === listed.length ? listOf(position, listed, texts) : null;
}

/** The chosen events. Usually reads only those that changed since they were last read. */
async function readEventList(database: Queryable, cache: CachedResponses, choice: EventChoice): Promise<EventList> {
  const composed = await compose(database, cache, choice);
  if (composed !== null) return composed;
  const { position, value: events } = await readEvents(database, choice);
  const texts = events.map((event) => cache.cacheEvent({ position, value: event }));
  return listOf(position, events, texts);
}

/**
 * Cache of the responses to `GET` calls of the planning, as bytes. A cached response is used until a change in the log
 * affects it. Calls check rights before they ask this cache. `position` is what `follow` returned in the same request.
 */
export function createPlanningResponses(database: Queryable, maxBytes = CACHE_MAX_BYTES) {
  const cache = createCachedResponses(database, maxBytes);

  function respond<Body>(
    key: string,
    position: number,
    read: () => Promise<Body>,
    groupId: string | null = null,
  ): Promise<ReadResponse<Body>> {
    return cache.respond(key, position, async () => ({ position, groupId, value: storedResponse(await read()) }));
  }

  return {
    follow: cache.follow,
    cacheEvent: cache.cacheEvent,
    groups: (position: number) => respond("groups", position, () => listGroups(database)),
    group: (position: number, id: string) =>
      respond(`group ${id}`, position, async () => found(await readGroup(database, id), "group.not_found"), id),
    memberships: (position: number, userId: string | undefined) =>
      respond(`memberships ${userId ?? ""}`, position, () => listMemberships(database, userId)),
    event: (position: number, id: string) =>
      cache.respond(eventKey(id), position, async () => {
        const read = await readEvents(database, { id });
        return eventResponse({ position: read.position, value: found(read.value[0], "event.not_found") });
      }),
    /** Everybody may read the events of one group. Only admins may read those of all groups at once. */
    async events(position: number, actor: Actor, choice: EventChoice): Promise<ReadResponse<PlannedEvent[]>> {
      const { groupId = null, from, to, limit } = choice;
      if (groupId === null && !may(actor, "event.see_other_groups")) throw new Refusal("request.forbidden");
      return cache.respond(JSON.stringify([groupId, from, to, limit]), position, async () => {
        const list = await readEventList(database, cache, choice);
        // The list may be empty because there is no such group.
        if (list.groupIds?.size === 0 && groupId !== null) await requireGroup(database, groupId);
        return { ...list, groupId };
      });
    },
  };
}

export type PlanningResponses = ReturnType<typeof createPlanningResponses>;
