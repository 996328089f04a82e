import type { BandRole } from "#domain/line-up/band-roles.ts";
import type { KeptLineUp } from "#domain/line-up/kept-line-up.ts";
import { CRITICAL_ROLES } from "#domain/line-up/critical-roles.ts";
import { checkRoles, requireName, roleToday } from "../../services/check-names.ts";
import { readServices } from "../../services/read-services.ts";
import type { Writing } from "../shared-planning.ts";
import type { WantedChange } from "./wanted-change.ts";

interface Place {
  readonly groupId?: string;
  readonly eventId?: string;
}

/** The roles that a group and an event need now: they may stay needed although they are hidden. */
async function neededRoles({ kysely }: Writing, { groupId = "", eventId = "" }: Place): Promise<BandRole[]> {
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

/**
 * The change with the names of today of its roles: the page that made it may not know that one was renamed.
 * @throws Refusal for a role that is unknown, or no longer offered and not needed yet
 */
export async function withRolesOfToday(writing: Writing, wanted: WantedChange): Promise<WantedChange> {
  async function needed(given: readonly BandRole[], place: Place, field = "requiredRoles"): Promise<BandRole[]> {
    return checkRoles(writing, given, { field, held: await neededRoles(writing, place) });
  }

  if (wanted.type === "group.required_roles_set") {
    return { ...wanted, roles: await needed(wanted.roles, wanted, "roles") };
  }
  if (wanted.type === "event.created" && wanted.event.requiredRoles !== undefined) {
    const { event } = wanted;
    const roles = await needed(wanted.event.requiredRoles, { groupId: event.groupId, eventId: event.id });
    return { ...wanted, event: { ...event, requiredRoles: roles } };
  }
  if (wanted.type === "series.created" && wanted.series.requiredRoles !== undefined) {
    const { series } = wanted;
    return { ...wanted, series: { ...series, requiredRoles: await needed(wanted.series.requiredRoles, series) } };
  }
  if ((wanted.type === "event.edited" || wanted.type === "series.edited") && wanted.edit.requiredRoles) {
    return { ...wanted, edit: { ...wanted.edit, requiredRoles: await needed(wanted.edit.requiredRoles, wanted) } };
  }
  if (wanted.type !== "line_up.kept") return wanted;
  const services = await readServices(writing);
  const today = (lineUp: KeptLineUp) =>
    lineUp.map(({ role, userId }, index) => ({
      role: requireName(roleToday(services, role), `holdings.${index}.role`),
      userId,
    }));
  return { ...wanted, lineUp: today(wanted.lineUp), ...(wanted.repairs && { repairs: today(wanted.repairs) }) };
}
