import * as z from "zod/mini";
import type { ErrorCode } from "#contract/errors.ts";
import { listOf } from "#contract/limits.ts";
import { Publication, PUBLISHED_EVENTS_MAX, PublishedEvent } from "#contract/planning/publication.ts";
import { NO_POSITION } from "#domain/availability/availability.ts";
import type { BandRole } from "#domain/line-up/band-roles.ts";
import { isKeepable } from "#domain/line-up/kept-line-up.ts";
import { problemOfEnd } from "#domain/planning/event-edit.ts";
import { requiredRolesOf } from "#domain/planning/planning.ts";
import { checkValues, parseJson } from "../../api/request-body.ts";
import { Refusal } from "../../errors.ts";
import { findService, readServices, requireName, currentRole } from "../../services/read-services.ts";
import type { WriteTransaction } from "../shared-planning.ts";

/** The most JSON values in a body. 5 MiB of real answers, each with an id of 36 characters, have 240,000. */
const VALUES_MAX = 300_000;

type Entries = PublishedEvent["availability"];

const RulesByGroup = z.optional(z.record(z.string(), z.unknown()));
/** The outer form of a publication. Its events and rules are checked later, one by one. */
const OuterPublication = z.object({
  groups: Publication.shape.groups,
  events: listOf(z.unknown(), PUBLISHED_EVENTS_MAX, "event.too_many"),
  combinablePairs: RulesByGroup,
  requiredRoles: RulesByGroup,
});

/** The entries of each person for one event, in the order of their first entry. Entries from absences are left out. */
export function entriesByPerson(availability: Entries): Entries[] {
  const answers = availability.filter(({ source }) => source === undefined);
  return [...Map.groupBy(answers, ({ userId }) => userId).values()];
}

/** Whether one person's entries form one answer: one for each service, with the same status and name. */
function isOneAnswer(entries: Entries): boolean {
  const [first] = entries;
  const positions = new Set(entries.map(({ position }) => position));
  const isSame = entries.every(({ status, userName }) => status === first?.status && userName === first.userName);
  const hasDuplicates = positions.size < entries.length;
  // An absent person has one entry, and so has a person without a service.
  const mustBeAlone = first?.status === "absent" || positions.has(NO_POSITION);
  return isSame && !hasDuplicates && (!mustBeAlone || entries.length === 1);
}

function requireValid(isValid: boolean, field: string, code: ErrorCode): void {
  if (!isValid) throw new Refusal("request.invalid", { fields: { [field]: code } });
}

/**
 * Parses a published planning (JSON, UTF-8), and checks its schema and its consistency. It stops at the first error,
 * because collecting the errors of all events would take seconds.
 * @throws Refusal for malformed JSON, and for the first group, rule or event that is wrong
 */
export function checkPublication(bytes: Uint8Array): Publication {
  const { groups, events, ...rules } = checkValues(parseJson(bytes, VALUES_MAX), OuterPublication);
  const groupIds = new Set<string>();
  for (const [index, { id }] of groups.entries()) {
    requireValid(!groupIds.has(id), `groups.${index}.id`, "group.exists");
    groupIds.add(id);
  }
  for (const [name, rulesByGroup = {}] of Object.entries(rules)) {
    for (const id of Object.keys(rulesByGroup)) requireValid(groupIds.has(id), `${name}.${id}`, "group.not_found");
  }
  const { combinablePairs, requiredRoles } = Publication.shape;
  const chosenRoles = checkValues(rules.requiredRoles, requiredRoles, ["requiredRoles"]);
  const eventIds = new Set<string>();
  const checkedEvents = events.map((value, index) => {
    const field = `events.${index}`;
    const event = checkValues(value, PublishedEvent, [field]);
    requireValid(!eventIds.has(event.id), `${field}.id`, "event.exists");
    eventIds.add(event.id);
    requireValid(groupIds.has(event.groupId), `${field}.groupId`, "group.not_found");
    const problem = problemOfEnd(event);
    requireValid(problem === null, `${field}.endTime`, problem ?? "request.invalid");
    const places = requiredRolesOf({ requiredRoles: chosenRoles ?? {} }, event);
    requireValid(isKeepable(event.lineUp ?? [], places), `${field}.lineUp`, "line_up.invalid");
    requireValid(entriesByPerson(event.availability).every(isOneAnswer), `${field}.availability`, "request.invalid");
    return event;
  });
  return {
    groups,
    events: checkedEvents,
    combinablePairs: checkValues(rules.combinablePairs, combinablePairs, ["combinablePairs"]),
    requiredRoles: chosenRoles,
  };
}

/**
 * Replaces former names of services and roles in a publication by their current names: its device may not know that one
 * was renamed. Accepts names that are no longer offered.
 * @throws Refusal for an unknown name
 */
export async function withCurrentNames(writing: WriteTransaction, publication: Publication): Promise<Publication> {
  const services = await readServices(writing);

  function currentRoles(roles: readonly BandRole[], field: string): BandRole[] {
    return roles.map((role, index) => requireName(currentRole(services, role), `${field}.${index}`));
  }

  function currentEvent(event: PublishedEvent, field: string): PublishedEvent {
    const requiredRoles = event.requiredRoles && currentRoles(event.requiredRoles, `${field}.requiredRoles`);
    const lineUp = event.lineUp?.map((holding) => {
      return { ...holding, role: requireName(currentRole(services, holding.role), `${field}.lineUp`) };
    });
    const availability = event.availability.map((entry, index) => {
      if (entry.position === NO_POSITION) return entry;
      const service = findService(services, entry.position);
      return { ...entry, position: requireName(service?.name, `${field}.availability.${index}.position`) };
    });
    return { ...event, ...(requiredRoles && { requiredRoles }), ...(lineUp && { lineUp }), availability };
  }

  const { requiredRoles = {} } = publication;
  const rolesByGroup = Object.entries(requiredRoles).map(([id, roles]) => {
    return [id, currentRoles(roles, `requiredRoles.${id}`)];
  });
  return {
    ...publication,
    ...(publication.requiredRoles && {
      requiredRoles: Object.fromEntries(rolesByGroup) as NonNullable<Publication["requiredRoles"]>,
    }),
    events: publication.events.map((event, index) => currentEvent(event, `events.${index}`)),
  };
}
