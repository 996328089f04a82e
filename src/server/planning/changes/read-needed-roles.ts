import type { BandRole } from "#domain/line-up/band-roles.ts";
import { CRITICAL_ROLES } from "#domain/line-up/critical-roles.ts";
import type { Writing } from "../shared-planning.ts";

export interface Place {
  readonly groupId?: string;
  readonly eventId?: string;
}

/** The roles that a group and an event need now: they may stay needed although they are hidden. */
export async function readNeededRoles({ kysely }: Writing, { groupId = "", eventId = "" }: Place): Promise<BandRole[]> {
  const event = await kysely
    .selectFrom("planning_event")
    .select(["group_id", "required_roles"])
    .where("id", "=", eventId)
    .executeTakeFirst();
  const group = await kysely
    .selectFrom("planning_group")
    .select("required_roles")
    .where("id", "=", event?.group_id ?? groupId)
    .executeTakeFirst();
  return [event?.required_roles, group?.required_roles ?? JSON.stringify(CRITICAL_ROLES)].flatMap(
    (stored) => JSON.parse(stored ?? "[]") as BandRole[],
  );
}
