import { BAND_ROLES, type BandRole, inScaleOrder } from "#domain/line-up/band-roles.ts";
import { isRoleOffered } from "#domain/planning/offered-roles.ts";
import type { Service } from "#domain/people/services.ts";
import type { Queryable } from "../database/database.ts";
import { Refusal } from "../errors.ts";
import { findService, type KnownService, readServices } from "./read-services.ts";

interface Given {
  /** The field of the request that has the names. */
  readonly field: string;
  /** Those that may stay although they are hidden. */
  readonly held?: readonly string[];
}

interface Names extends Given {
  /** The name of today; `undefined` for an unknown one. */
  readonly nameToday: (given: string) => string | undefined;
  readonly isOffered: (name: string) => boolean;
}

/** @throws Refusal for an unknown name */
export function requireName(name: string | undefined, field: string): string {
  if (name === undefined) throw new Refusal("request.invalid", { fields: { [field]: "request.invalid" } });
  return name;
}

/** @throws Refusal for a name that is unknown, or no longer offered and not held */
function checkNames(names: readonly string[], { field, held = [], nameToday, isOffered }: Names): string[] {
  const known = names.map((given, index) => requireName(nameToday(given), `${field}.${index}`));
  if (known.every((name) => isOffered(name) || held.includes(name))) return known;
  throw new Refusal("request.invalid", { fields: { [field]: "service.not_offered" } });
}

/** The services of a request by their names of today, each once. @throws Refusal as `checkNames` */
export async function checkServices(queryable: Queryable, given: readonly Service[], rule: Given): Promise<Service[]> {
  const services = await readServices(queryable);
  const known = checkNames(given, {
    ...rule,
    nameToday: (name) => findService(services, name)?.name,
    isOffered: (name) => findService(services, name)?.isOffered === true,
  });
  return [...new Set(known)];
}

/** The name of today of a role; `undefined` for an unknown one. */
export function roleToday(services: readonly KnownService[], role: BandRole): BandRole | undefined {
  if (BAND_ROLES.includes(role)) return role;
  const service = findService(services, role);
  return service?.isOwn ? service.name : undefined;
}

/** The roles of a request by their names of today, in the scale's order. @throws Refusal as `checkNames` */
export async function checkRoles(queryable: Queryable, given: readonly BandRole[], rule: Given): Promise<BandRole[]> {
  const services = await readServices(queryable);
  const known = checkNames(given, {
    ...rule,
    nameToday: (role) => roleToday(services, role),
    isOffered: (role) => isRoleOffered(services, role),
  });
  return inScaleOrder(known);
}
