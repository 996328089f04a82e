import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { AdminAct } from "#contract/journal.ts";
import type { ServiceUpdate } from "#contract/services.ts";
import { NO_POSITION } from "#domain/availability/availability.ts";
import { foldText } from "#domain/people/fold-text.ts";
import { OWN_SERVICES_MAX, type Service, type TeamService } from "#domain/people/services.ts";
import type { Queryable } from "../../database/database.ts";
import type { Tables } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import { recordAct } from "../../journal/write-journal.ts";
import { requireAdminRight } from "../../planning/changes/read-rights.ts";
import { nextRevision } from "../../planning/events/write-events.ts";
import type { SharedPlanning, WriteTransaction } from "../../planning/shared-planning.ts";
import { type KnownService, presentService, readServices } from "../../services/read-services.ts";

/** The JSON key before the name of a role in a line-up. */
const ROLE_KEY = '"role":';

/**
 * An SQL condition: a JSON column contains this name. After `prefix` the quoted name (`"Piano"`) can be nothing else.
 * Not `like`, for which `%` and `_` in a name would be wildcards.
 * @param prefix the JSON key before the name; empty in an array
 */
function contains(column: string, name: Service, prefix = ""): RawBuilder<boolean> {
  return sql<boolean>`replace(${sql.ref(column)}, ${prefix + JSON.stringify(name)}, '') <> ${sql.ref(column)}`;
}

async function isHeld({ kysely }: Queryable, name: Service): Promise<boolean> {
  const row = await kysely
    .selectFrom("users")
    .select("id")
    .where(contains("positions", name))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Which of these services (ids) a group, an event or a kept line-up needs, even one in the trash. */
export async function neededIds({ kysely }: Queryable, services: readonly TeamService[]): Promise<string[]> {
  const needed: string[] = [];
  for (const { id, name } of services) {
    const group = kysely.selectFrom("planning_group").select("id").where(contains("required_roles", name));
    const event = kysely
      .selectFrom("planning_event")
      .select("id")
      .where((eb) => eb.or([contains("required_roles", name), contains("line_up", name, ROLE_KEY)]));
    const row = await group.unionAll(event).limit(1).executeTakeFirst();
    if (row !== undefined) needed.push(id);
  }
  return needed;
}

/** Names with another meaning: the role that either guitar can fill, and a person who is present without a service. */
const RESERVED: readonly string[] = ["Guitare", NO_POSITION];

/** Runs a write transaction. @param work gets `record`, which writes into the journal */
function writeAs<Result>(
  planning: SharedPlanning,
  actorId: string,
  work: (writing: WriteTransaction, record: (act: AdminAct) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  return planning.write(async (writing) => {
    await requireAdminRight(writing, actorId, "service.manage");
    return work(writing, (act) => recordAct(writing, { actorId, act, now: writing.now }));
  });
}

/** @throws Refusal `service.exists` when another service has this name, ignoring case and accents */
function requireFreeName(services: readonly KnownService[], name: Service, ownId?: string): void {
  const others = services.filter(({ id }) => id !== ownId);
  const takenNames = [...others.map((service) => service.name), ...RESERVED];
  if (takenNames.some((taken) => foldText(taken) === foldText(name))) throw new Refusal("service.exists");
}

function requireService(services: readonly KnownService[], id: string): KnownService {
  const service = services.find((one) => one.id === id);
  if (service === undefined) throw new Refusal("service.not_found");
  return service;
}

/** @throws Refusal `service.exists`, `service.too_many` */
export function addService(planning: SharedPlanning, actorId: string, name: Service): Promise<TeamService> {
  return writeAs(planning, actorId, async (writing, record) => {
    const services = await readServices(writing);
    requireFreeName(services, name);
    if (services.filter(({ isOwn }) => isOwn).length >= OWN_SERVICES_MAX) throw new Refusal("service.too_many");
    const last = await writing.kysely
      .selectFrom("service")
      .select(({ fn }) => fn.max("place").as("place"))
      .executeTakeFirst();
    const row = { id: randomUUID(), name, is_offered: true, place: (last?.place ?? 0) + 1, former_names: "[]" };
    await writing.kysely.insertInto("service").values(row).execute();
    await record({ type: "service.added", service: name });
    return { id: row.id, name, isOffered: true, isOwn: true };
  });
}

/** The columns with a JSON array of names of services or roles. */
const LISTS_OF_NAMES = [
  ["users", "positions"],
  ["availability", "positions"],
  ["told_place", "roles"],
  ["planning_group", "required_roles"],
  ["planning_event", "required_roles"],
] as const satisfies readonly (readonly [keyof Tables, string])[];

/**
 * Replaces the name everywhere, except in the change log: clients apply its older changes before the renaming. Replaces
 * text in JSON columns, where the quoted name can be nothing else.
 */
async function rewriteNames({ kysely, now }: WriteTransaction, formerName: Service, name: Service): Promise<void> {
  const [former, next] = [JSON.stringify(formerName), JSON.stringify(name)];
  /** The column's new text, in SQL. `prefix` as in `contains`. */
  const renamed = (column: string, prefix = "") =>
    sql<string>`replace(${sql.ref(column)}, ${prefix + former}, ${prefix + next})`;
  const differs = (column: string, prefix = "") => sql<boolean>`${sql.ref(column)} <> ${renamed(column, prefix)}`;
  for (const [table, column] of LISTS_OF_NAMES) {
    const query = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${renamed(column)} where ${differs(column)}`;
    await query.execute(kysely);
  }
  await kysely
    .updateTable("planning_event")
    .set({ line_up: renamed("line_up", ROLE_KEY) })
    .set(nextRevision(now))
    .where(differs("line_up", ROLE_KEY))
    .execute();
  // Drop-outs that wait, and queued messages of two topics, contain names of services. Other texts in them are ids.
  await kysely
    .updateTable("job")
    .set({ payload: renamed("payload") })
    .where((eb) =>
      eb.or([
        eb("kind", "=", "drop_out"),
        ...["place", "drop_outs"].map((topic) => eb("payload", "like", `%"topic":${JSON.stringify(topic)}%`)),
      ]),
    )
    .where(differs("payload"))
    .execute();
}

async function rename(writing: WriteTransaction, service: KnownService, name: Service): Promise<void> {
  const formerNames = [...new Set([...service.formerNames, service.name])].filter((former) => former !== name);
  const row = { name, former_names: JSON.stringify(formerNames) };
  await writing.kysely.updateTable("service").set(row).where("id", "=", service.id).execute();
  await rewriteNames(writing, service.name, name);
  const change = { type: "service.renamed", formerName: service.name, name } as const;
  if (writing.isShared) await writing.log({ change, groupId: null });
}

/** A built-in service has a row only once it was hidden. The row's name and place are not used. */
async function setOffered({ kysely }: WriteTransaction, { id, name }: KnownService, isOffered: boolean): Promise<void> {
  await kysely
    .insertInto("service")
    .values({ id, name, is_offered: isOffered, place: 0, former_names: "[]" })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ is_offered: isOffered }))
    .execute();
}

/** @throws Refusal `service.built_in`, `service.exists`, `service.not_found` */
export function changeService(
  planning: SharedPlanning,
  actorId: string,
  { id, name, isOffered }: ServiceUpdate & { readonly id: string },
): Promise<TeamService> {
  return writeAs(planning, actorId, async (writing, record) => {
    const services = await readServices(writing);
    const service = requireService(services, id);
    if (name !== undefined && name !== service.name) {
      if (!service.isOwn) throw new Refusal("service.built_in");
      requireFreeName(services, name, id);
      await rename(writing, service, name);
      await record({ type: "service.renamed", service: name, formerName: service.name });
    }
    const changed = { ...service, name: name ?? service.name, isOffered: isOffered ?? service.isOffered };
    if (changed.isOffered !== service.isOffered) {
      await setOffered(writing, changed, changed.isOffered);
      await record({ type: changed.isOffered ? "service.offered" : "service.hidden", service: changed.name });
    }
    return presentService(changed);
  });
}

/** @throws Refusal `service.built_in`, `service.in_use`, `service.not_found` */
export function deleteService(planning: SharedPlanning, actorId: string, id: string): Promise<void> {
  return writeAs(planning, actorId, async (writing, record) => {
    const service = requireService(await readServices(writing), id);
    if (!service.isOwn) throw new Refusal("service.built_in");
    const isNeeded = (await neededIds(writing, [service])).length > 0;
    if (isNeeded || (await isHeld(writing, service.name))) throw new Refusal("service.in_use");
    await writing.kysely.deleteFrom("service").where("id", "=", id).execute();
    await record({ type: "service.deleted", service: service.name });
  });
}
