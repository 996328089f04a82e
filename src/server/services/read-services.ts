import { BAND_ROLES, type BandRole, inScaleOrder } from "#domain/line-up/band-roles.ts";
import { FIRST_SERVICES, type Service, type TeamService } from "#domain/people/services.ts";
import { isRoleOffered } from "#domain/planning/offered-roles.ts";
import type { Queryable } from "../database/database.ts";
import { readBoolean } from "../database/schema.ts";
import { Refusal } from "../errors.ts";

/** A service, and the names that it had before, by which older pages know it. */
export interface KnownService extends TeamService {
  readonly formerNames: readonly Service[];
}

/** The built-in services, then the team's own in the order of their creation. */
export async function readServices({ kysely }: Pick<Queryable, "kysely">): Promise<KnownService[]> {
  const rows = await kysely.selectFrom("service").selectAll().orderBy("place").orderBy("id").execute();
  const stored = rows.map((row) => ({
    id: row.id,
    name: row.name,
    isOffered: readBoolean(row.is_offered),
    isOwn: !FIRST_SERVICES.some(({ id }) => id === row.id),
    formerNames: JSON.parse(row.former_names) as Service[],
  }));
  const builtIn = FIRST_SERVICES.map((service) => ({
    ...service,
    formerNames: [],
    isOffered: stored.find(({ id }) => id === service.id)?.isOffered ?? true,
  }));
  return [...builtIn, ...stored.filter(({ isOwn }) => isOwn)];
}

/** As the API sends it. */
export function presentService({ id, name, isOffered, isOwn }: TeamService): TeamService {
  return { id, name, isOffered, isOwn };
}

/** The service of this name; else the one that had it before. */
export function findService(services: readonly KnownService[], name: Service): KnownService | undefined {
  return (
    services.find((service) => service.name === name) ?? services.find(({ formerNames }) => formerNames.includes(name))
  );
}

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
