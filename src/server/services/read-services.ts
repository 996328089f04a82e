import { BAND_ROLES, type BandRole, inRoleOrder } from "#domain/line-up/band-roles.ts";
import { FIRST_SERVICES, type Service, type TeamService } from "#domain/people/services.ts";
import { isRoleOffered } from "#domain/planning/offered-roles.ts";
import type { Queryable } from "../database/database.ts";
import { readBoolean } from "../database/schema.ts";
import { Refusal } from "../errors.ts";

/** A service (an instrument or a voice) with its former names, which pages opened before a rename still send. */
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

/** The service as the API sends it, without its former names. */
export function presentService({ id, name, isOffered, isOwn }: TeamService): TeamService {
  return { id, name, isOffered, isOwn };
}

/** The service with this name, or else the service that had this name before it was renamed. */
export function findService(services: readonly KnownService[], name: Service): KnownService | undefined {
  return (
    services.find((service) => service.name === name) ?? services.find(({ formerNames }) => formerNames.includes(name))
  );
}

interface NameRule {
  /** The field of the request in which the names were sent, for the error. */
  readonly field: string;
  /** Names that are accepted although they are no longer offered, because the person or event has them already. */
  readonly alsoAccepted?: readonly string[];
}

interface KnownNames extends NameRule {
  /** The current name of a service or role; `undefined` if it is unknown. */
  readonly currentName: (sent: string) => string | undefined;
  readonly isOffered: (name: string) => boolean;
}

/** Returns the name. @throws Refusal if it is `undefined`, that is, unknown */
export function requireName(name: string | undefined, field: string): string {
  if (name === undefined) throw new Refusal("request.invalid", { fields: { [field]: "request.invalid" } });
  return name;
}

/**
 * Resolves former names to current names.
 * @throws Refusal for a name that is unknown, or that is neither offered nor in `alsoAccepted`
 */
function resolveNames(sent: readonly string[], rule: KnownNames): string[] {
  const { field, alsoAccepted = [], currentName, isOffered } = rule;
  const known = sent.map((name, index) => requireName(currentName(name), `${field}.${index}`));
  if (known.every((name) => isOffered(name) || alsoAccepted.includes(name))) return known;
  throw new Refusal("request.invalid", { fields: { [field]: "service.not_offered" } });
}

/** The services that a request sent, by their current names and without duplicates. @throws Refusal as `resolveNames` */
export async function resolveServices(
  queryable: Queryable,
  sent: readonly Service[],
  rule: NameRule,
): Promise<Service[]> {
  const services = await readServices(queryable);
  const known = resolveNames(sent, {
    ...rule,
    currentName: (name) => findService(services, name)?.name,
    isOffered: (name) => findService(services, name)?.isOffered === true,
  });
  return [...new Set(known)];
}

/** The current name of a role, built-in or one of the team's own services; `undefined` if it is unknown. */
export function currentRole(services: readonly KnownService[], role: BandRole): BandRole | undefined {
  if (BAND_ROLES.includes(role)) return role;
  const service = findService(services, role);
  return service?.isOwn ? service.name : undefined;
}

/** The roles that a request sent, by their current names and in role order. @throws Refusal as `resolveNames` */
export async function resolveRoles(
  queryable: Queryable,
  sent: readonly BandRole[],
  rule: NameRule,
): Promise<BandRole[]> {
  const services = await readServices(queryable);
  const known = resolveNames(sent, {
    ...rule,
    currentName: (role) => currentRole(services, role),
    isOffered: (role) => isRoleOffered(services, role),
  });
  return inRoleOrder(known);
}
