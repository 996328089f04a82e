import { API } from "#contract/paths.ts";
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
import { type KeptPlanning, PLANNING_KEYS, type PublishedPlanning } from "../local/planning-keys.ts";
import { createStoredPlanning, NEW_PLANNING } from "../local/stored-planning.ts";
import type { Sharing } from "../sharing.ts";

function isUntouchedSeed({ id, name }: Group): boolean {
  return SEED_GROUPS.some((seed) => seed.id === id && seed.name === name);
}

/**
 * The part of a local planning that somebody created: its events, and the groups that were created or renamed, or that
 * have events, pairs of roles or required roles. `null` if there is none: the three groups of every new planning need no
 * publication.
 */
export function leftoverOf(planning: PublishedPlanning): PublishedPlanning | null {
  const { groups, events, combinablePairs, requiredRoles } = planning;
  const planned = new Set(events.map(({ groupId }) => groupId));
  const hasRules = (id: string) => Object.hasOwn(combinablePairs, id) || Object.hasOwn(requiredRoles, id);
  const made = groups.filter((group) => !isUntouchedSeed(group) || planned.has(group.id) || hasRules(group.id));
  return made.length > 0 || events.length > 0 ? { groups: made, events, combinablePairs, requiredRoles } : null;
}

interface OwnPlanningEnvironment {
  readonly device: PlanningDevice;
  readonly sharing: Pick<Sharing, "learn">;
  readonly fetchIt?: Fetch;
}

interface SharingChoice {
  readonly chosenGroupId?: string | null;
  /** Whether members who have not answered are reminded; `true` when left out. */
  readonly isReminding?: boolean;
}

/** The choices of the person who publishes, as a query: the body is the planning itself. */
function queryOf({ chosenGroupId = null, isReminding = true }: SharingChoice): string {
  const chosen = {
    ...(chosenGroupId !== null && { group: chosenGroupId }),
    ...(!isReminding && { reminders: "off" }),
  };
  const query = new URLSearchParams(chosen).toString();
  return query === "" ? "" : `?${query}`;
}

type Publication = Omit<PublishedPlanning, "requiredRoles"> & Partial<Pick<PublishedPlanning, "requiredRoles">>;

const KEYS = Object.values(PLANNING_KEYS);

/**
 * The planning in the shape that the server accepts. Events without a group are left out: the team's planning has no place for them.
 */
function publicationOf({ groups, events, combinablePairs, requiredRoles }: PublishedPlanning): Publication {
  const ids = new Set(groups.map(({ id }) => id));
  const ofGroups = <Rule>(rules: Readonly<Record<string, Rule>>) =>
    Object.fromEntries(Object.entries(rules).filter(([id]) => ids.has(id)));
  const roles = ofGroups(requiredRoles);
  return {
    groups,
    events: events.filter(({ groupId }) => ids.has(groupId)).map((event) => withinPlaces(event, requiredRoles)),
    combinablePairs: ofGroups(combinablePairs),
    ...(Object.keys(roles).length > 0 && { requiredRoles: roles }),
  };
}

/** Removes people from the line-up who have no place on it any more, because fewer people are needed for a role now. */
function withinPlaces(event: PlannedEvent, requiredRoles: PublishedPlanning["requiredRoles"]): PlannedEvent {
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
  let seen: { readonly parts: Partial<KeptPlanning>; readonly leftover: PublishedPlanning | null } | undefined;

  function leftover(): PublishedPlanning | null {
    const { parts } = stored.read();
    if (seen?.parts !== parts) seen = { parts, leftover: leftoverOf({ ...NEW_PLANNING, ...parts }) };
    return seen.leftover;
  }

  /** Stores what was published under other keys, so that it is not offered again. What was added since stays. */
  async function setPublishedAside(parts: Partial<KeptPlanning>): Promise<void> {
    await exclusively(() => {
      if (stored.read().parts !== parts) return;
      // Absences and wishes are not published: they stay.
      const published = KEYS.filter((key) => key !== PLANNING_KEYS.absences && key !== PLANNING_KEYS.wishes);
      for (const key of published) setAside(storage, key, now(), "published");
    });
    listeners.notify();
  }

  async function send(path: `/api/${string}`, planning: PublishedPlanning) {
    try {
      const receipt = await callApi(
        { method: "POST", path, body: publicationOf(planning), response: PublicationReceipt },
        fetchIt,
      );
      sharing.learn("shared");
      return receipt;
    } catch (error) {
      if (error instanceof ApiError && error.code === "planning.already_shared") sharing.learn("shared");
      if (error instanceof ApiError && error.code === "planning.not_shared") sharing.learn("local");
      throw error;
    }
  }

  return {
    /** What users created in this browser's planning; `null` if nothing. The same object until it changes. */
    leftover,
    /** Calls `listener` when `leftover` may have changed, here or in another tab; returns how to unsubscribe. */
    subscribe: (listener: () => void): (() => void) => {
      function handleStorage(event: Event): void {
        const { key } = event as StorageEvent;
        if (key === null || KEYS.some((name) => name === key)) listener();
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
    share: async (choice: SharingChoice = {}): Promise<PublicationReceipt> => {
      const { parts } = await exclusively(stored.read);
      const receipt = await send(`${API.sharing}${queryOf(choice)}`, { ...NEW_PLANNING, ...parts });
      await setPublishedAside(parts);
      return receipt;
    },
    /** Adds what users created here to the team's planning. */
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
        for (const key of KEYS) storage.removeItem(key);
      });
      listeners.notify();
    },
    /** Removes what this browser's planning says about a person, if all of it can be read. */
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
