import { BAND_ROLES, type BandRole, covers, inRoleOrder } from "../line-up/band-roles.ts";
import type { TeamService } from "../people/services.ts";

/** The roles to choose from: the roles of offered services, and the chosen ones, in role order. */
export function rolesToChoose(services: readonly TeamService[], chosen: readonly BandRole[]): BandRole[] {
  const teamRoles = services.filter(({ isOwn }) => isOwn).map(({ name }) => name);
  const roles = new Set(inRoleOrder([...BAND_ROLES, ...teamRoles, ...chosen]));
  return [...roles].filter((role) => isRoleOffered(services, role) || chosen.includes(role));
}

/** Whether a service that covers the role is offered. */
export function isRoleOffered(services: readonly TeamService[], role: BandRole): boolean {
  return services.some(({ name, isOffered }) => isOffered && covers(name, role));
}
