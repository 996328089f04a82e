import { useMemo } from "react";
import type { BandRole } from "#domain/line-up/band-roles.ts";
import { usePlanningPart } from "#client/planning/planning-context.ts";

/**
 * The roles that the known groups, events and line-ups need; in a planning of this browser alone also the services in
 * answers, which it would publish.
 */
export function useRolesInUse(): ReadonlySet<BandRole> {
  const [members, events, requiredRoles] = [
    usePlanningPart("members"),
    usePlanningPart("events"),
    usePlanningPart("requiredRoles"),
  ];
  return useMemo(() => {
    const needed = events.flatMap(({ requiredRoles: own = [], lineUp = [], availability }) => [
      ...own,
      ...lineUp.map(({ role }) => role),
      ...(members === null ? availability.map(({ position }) => position) : []),
    ]);
    return new Set([...needed, ...Object.values(requiredRoles).flat()]);
  }, [members, events, requiredRoles]);
}
