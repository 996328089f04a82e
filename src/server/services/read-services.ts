import { FIRST_SERVICES, type Service, type TeamService } from "#domain/people/services.ts";
import type { Queryable } from "../database/database.ts";
import { readBoolean } from "../database/schema.ts";

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
