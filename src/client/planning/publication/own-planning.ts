import { API, withQuery } from "#contract/paths.ts";
import { PublicationReceipt } from "#contract/planning/publication.ts";
import { type BandRole, placesOf } from "#domain/line-up/band-roles.ts";
import { isKeepable, rolesOfPerson } from "#domain/line-up/kept-line-up.ts";
import { answersOfPerson } from "#domain/planning/answers/person-answers.ts";
import { applyChange } from "#domain/planning/planning-change.ts";
import {
  type Group,
  type PlannedEvent,
  type Planning,
  requiredRolesOf,
  SEED_GROUPS,
} from "#domain/planning/planning.ts";
import { ApiError, callApi, type Fetch } from "../../http/call-api.ts";
import { setAside } from "../../storage/browser-storage.ts";
import { createListeners } from "../../storage/listeners.ts";
import type { PlanningDevice } from "../local/local-source.ts";
import {
  isPlanningKey,
  type LocalPlanning,
  PLANNING_PARTS,
  PUBLISHED_PARTS,
  type PublishedPlanning,
} from "../local/planning-keys.ts";
import { createStoredPlanning, NEW_PLANNING } from "../local/stored-planning.ts";
import type { Sharing } from "../sharing.ts";

function isUntouchedSeed({ id, name }: Group): boolean {
  return SEED_GROUPS.some((seed) => seed.id === id && seed.name === name);
}

/**
 * The part of a local planning that users created: its events, and the groups that were created or renamed, or that have
 * events, pairs of roles or required roles. `null` if it has only the three untouched groups of every new planning.
 */
export function leftoverOf(planning: PublishedPlanning): PublishedPlanning | null {
  const { groups, events, combinablePairs, requiredRoles } = planning;
  const groupIdsWithEvents = new Set(events.map(({ groupId }) => groupId));
  const hasRules = (id: string) => Object.hasOwn(combinablePairs, id) || Object.hasOwn(requiredRoles, id);
  const ownGroups = groups.filter(
    (group) => !isUntouchedSeed(group) || groupIdsWithEvents.has(group.id) || hasRules(group.id),
  );
  if (ownGroups.length === 0 && events.length === 0) return null;
  return { groups: ownGroups, events, combinablePairs, requiredRoles };
}

interface OwnPlanningEnvironment {
  readonly device: PlanningDevice;
  readonly sharing: Pick<Sharing, "setState">;
  readonly fetchIt?: Fetch;
}

interface SharingChoice {
  readonly chosenGroupId?: string | null;
  /** Whether members who have not answered are reminded; `true` when left out. */
  readonly isReminding?: boolean;
}

/** The body of the call. `requiredRoles` is left out if no group has any. */
type Publication = Omit<PublishedPlanning, "requiredRoles"> & Partial<Pick<PublishedPlanning, "requiredRoles">>;

/** Converts a planning to the body of the call that publishes it. Events whose group does not exist are left out. */
function publicationOf({ groups, events, combinablePairs, requiredRoles }: PublishedPlanning): Publication {
  const ids = new Set(groups.map(({ id }) => id));
  const ofGroups = <Rule>(rules: Readonly<Record<string, Rule>>) =>
    Object.fromEntries(Object.entries(rules).filter(([id]) => ids.has(id)));
  const roles = ofGroups(requiredRoles);
  return {
    groups,
    events: events.filter(({ groupId }) => ids.has(groupId)).map((event) => withoutSurplusPeople(event, requiredRoles)),
    combinablePairs: ofGroups(combinablePairs),
    ...(Object.keys(roles).length > 0 && { requiredRoles: roles }),
  };
}

/**
 * Removes people from the line-up if their role has more people than the event now needs, because the required roles were
 * changed. One person is always allowed, even in a role that is not required (`isKeepable`).
 */
function withoutSurplusPeople(event: PlannedEvent, requiredRoles: PublishedPlanning["requiredRoles"]): PlannedEvent {
  const required = requiredRolesOf({ requiredRoles }, event);
  const { lineUp } = event;
  if (lineUp === undefined || isKeepable(lineUp, required)) return event;
  const roles = lineUp.map(({ role }) => role);
  const hasPlace = (role: BandRole, index: number): boolean =>
    placesOf(roles.slice(0, index), role) < Math.max(1, placesOf(required, role));
  return { ...event, lineUp: lineUp.filter(({ role }, index) => hasPlace(role, index)) };
}

function isNamedIn(planning: Planning, userId: string): boolean {
  return (
    planning.absences.some(({ person }) => person.id === userId) ||
    Object.hasOwn(planning.wishes, userId) ||
    planning.events.some(({ lineUp }) => rolesOfPerson(lineUp, userId).length > 0) ||
    answersOfPerson(planning, userId).length > 0
  );
}

/**
 * The planning stored in this browser, and how to publish it as the team's or add it to the team's. Calls throw
 * `ApiError`.
 */
export function createOwnPlanning({ device, sharing, fetchIt }: OwnPlanningEnvironment) {
  const { storage, storageEvents, exclusively, now } = device;
  const stored = createStoredPlanning(storage);
  const listeners = createListeners();
  let latest: { readonly parts: Partial<LocalPlanning>; readonly leftover: PublishedPlanning | null } | undefined;

  function leftover(): PublishedPlanning | null {
    const { parts } = stored.read();
    if (latest?.parts !== parts) latest = { parts, leftover: leftoverOf({ ...NEW_PLANNING, ...parts }) };
    return latest.leftover;
  }

  /** Moves the published values to other keys: they are not offered again. Does nothing if the planning was changed since. */
  async function setPublishedAside(parts: Partial<LocalPlanning>): Promise<void> {
    await exclusively(() => {
      if (stored.read().parts !== parts) return;
      for (const key of PUBLISHED_PARTS) setAside(storage, key, now(), "published");
    });
    listeners.notify();
  }

  async function send(path: `/api/${string}`, planning: PublishedPlanning) {
    try {
      const receipt = await callApi(
        { method: "POST", path, body: publicationOf(planning), response: PublicationReceipt },
        fetchIt,
      );
      sharing.setState("shared");
      return receipt;
    } catch (error) {
      if (error instanceof ApiError && error.code === "planning.already_shared") sharing.setState("shared");
      if (error instanceof ApiError && error.code === "planning.not_shared") sharing.setState("local");
      throw error;
    }
  }

  return {
    /** The part of this browser's planning that users created (`leftoverOf`). The same object until it changes. */
    leftover,
    /** Calls `listener` when `leftover` may have changed, here or in another tab; returns how to unsubscribe. */
    subscribe: (listener: () => void): (() => void) => {
      function handleStorage(event: Event): void {
        if (isPlanningKey((event as StorageEvent).key)) listener();
      }
      storageEvents.addEventListener("storage", handleStorage);
      const stop = listeners.subscribe(listener);
      return () => {
        storageEvents.removeEventListener("storage", handleStorage);
        stop();
      };
    },
    /**
     * Publishes this browser's planning as the team's. This browser then uses the team's planning. The person who publishes
     * joins the selected group, if any.
     */
    share: async ({ chosenGroupId = null, isReminding = true }: SharingChoice = {}): Promise<PublicationReceipt> => {
      const { parts } = await exclusively(stored.read);
      // The body is the planning itself.
      const path = withQuery(API.sharing, { group: chosenGroupId, reminders: isReminding ? null : "off" });
      const receipt = await send(path, { ...NEW_PLANNING, ...parts });
      await setPublishedAside(parts);
      return receipt;
    },
    /** Adds `leftover` to the team's planning. */
    add: async (): Promise<PublicationReceipt> => {
      const { parts } = await exclusively(stored.read);
      const planning = { ...NEW_PLANNING, ...parts };
      const receipt = await send(API.sharingAdditions, leftoverOf(planning) ?? planning);
      await setPublishedAside(parts);
      return receipt;
    },
    /** Deletes this browser's planning. */
    forget: async (): Promise<void> => {
      await exclusively(() => {
        for (const key of PLANNING_PARTS) storage.removeItem(key);
      });
      listeners.notify();
    },
    /** Removes a person from this browser's planning, unless a part of it cannot be read. */
    removePerson: async (userId: string): Promise<void> => {
      await exclusively(() => {
        const { parts, unreadable } = stored.read();
        const planning = { ...NEW_PLANNING, ...parts };
        if (unreadable.length > 0 || !isNamedIn(planning, userId)) return;
        stored.write(applyChange(planning, { type: "person.removed", userId }));
      });
      listeners.notify();
    },
  };
}

export type OwnPlanning = ReturnType<typeof createOwnPlanning>;
