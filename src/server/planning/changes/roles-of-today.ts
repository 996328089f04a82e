import type { BandRole } from "#domain/line-up/band-roles.ts";
import type { KeptLineUp } from "#domain/line-up/kept-line-up.ts";
import { checkRoles, requireName, roleToday } from "../../services/check-names.ts";
import { readServices } from "../../services/read-services.ts";
import { type Place, readNeededRoles } from "./read-needed-roles.ts";
import type { Writing } from "../shared-planning.ts";
import type { WantedChange } from "./wanted-change.ts";

/**
 * The change with the names of today of its roles: the page that made it may not know that one was renamed.
 * @throws Refusal for a role that is unknown, or no longer offered and not needed yet
 */
export async function withRolesOfToday(writing: Writing, wanted: WantedChange): Promise<WantedChange> {
  async function needed(given: readonly BandRole[], place: Place, field = "requiredRoles"): Promise<BandRole[]> {
    return checkRoles(writing, given, { field, held: await readNeededRoles(writing, place) });
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
