import type { Publication } from "#contract/planning/publication.ts";
import { NO_POSITION } from "#domain/availability/availability.ts";
import type { BandRole } from "#domain/line-up/band-roles.ts";
import { requireName, roleToday } from "../../services/check-names.ts";
import { findService, readServices } from "../../services/read-services.ts";
import type { Writing } from "../shared-planning.ts";

/**
 * A publication with the names of today of services and roles, hidden ones included: its device may not know that one was
 * renamed. @throws Refusal for an unknown name
 */
export async function withNamesOfToday(writing: Writing, publication: Publication): Promise<Publication> {
  const services = await readServices(writing);

  function rolesOf(roles: readonly BandRole[], field: string): BandRole[] {
    return roles.map((role, index) => requireName(roleToday(services, role), `${field}.${index}`));
  }

  const { requiredRoles = {} } = publication;
  const ofGroups = Object.entries(requiredRoles).map(([id, roles]) => [id, rolesOf(roles, `requiredRoles.${id}`)]);
  return {
    ...publication,
    ...(publication.requiredRoles && {
      requiredRoles: Object.fromEntries(ofGroups) as NonNullable<Publication["requiredRoles"]>,
    }),
    events: publication.events.map((event, index) => ({
      ...event,
      ...(event.requiredRoles && { requiredRoles: rolesOf(event.requiredRoles, `events.${index}.requiredRoles`) }),
      ...(event.lineUp && {
        lineUp: event.lineUp.map((holding) => ({
          ...holding,
          role: requireName(roleToday(services, holding.role), `events.${index}.lineUp`),
        })),
      }),
      availability: event.availability.map((entry, place) => ({
        ...entry,
        position:
          entry.position === NO_POSITION
            ? NO_POSITION
            : requireName(
                findService(services, entry.position)?.name,
                `events.${index}.availability.${place}.position`,
              ),
      })),
    })),
  };
}
