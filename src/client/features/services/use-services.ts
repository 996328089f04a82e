import { useEffect, useMemo } from "react";
import type { ApiCall, ApiError } from "#client/http/call-api.ts";
import { useServerData } from "#client/loading/use-server-data.ts";
import { usePeopleStore } from "#client/people/people-hooks.ts";
import { useApplyPersonChange, usePlanningPart } from "#client/planning/planning-hooks.ts";
import { loadConfig } from "#client/session/public-config.ts";
import { useSession, useUser } from "#client/session/session-hooks.ts";
import { showServices, useTeamServices } from "#client/session/team-services.ts";
import { type Called, useCall } from "#client/session/use-call.ts";
import { API, fillPath } from "#contract/paths.ts";
import { NeededServices, ServiceRow, type ServiceUpdate } from "#contract/services.ts";
import type { BandRole } from "#domain/line-up/band-roles.ts";
import type { Service, TeamService } from "#domain/people/services.ts";

/**
 * The roles that the known groups, events and line-ups need. In a local planning also the services in answers: if the
 * planning is shared later, the server receives the answers with their services.
 */
function useRolesInUse(): ReadonlySet<BandRole> {
  const members = usePlanningPart("members");
  const events = usePlanningPart("events");
  const requiredRoles = usePlanningPart("requiredRoles");
  return useMemo(() => {
    const needed = events.flatMap(({ requiredRoles: ownRoles = [], lineUp = [], availability }) => [
      ...ownRoles,
      ...lineUp.map(({ role }) => role),
      ...(members === null ? availability.map(({ position }) => position) : []),
    ]);
    return new Set([...needed, ...Object.values(requiredRoles).flat()]);
  }, [members, events, requiredRoles]);
}

/** The services of the team, and the functions that add, change and delete them on the server. */
export function useServices() {
  const services = useTeamServices();
  /** Ids of the services that a group or an event of the team needs. */
  const neededIds = useServerData(API.neededServices, NeededServices).value;
  const rolesInUse = useRolesInUse();
  const user = useUser();
  const { updateUser } = useSession();
  const call = useCall();
  const reloadPeople = usePeopleStore().reload;
  const applyPersonChange = useApplyPersonChange();
  // Reloads the services, which another admin may have changed meanwhile.
  useEffect(() => void loadConfig(), []);

  async function write(request: Pick<ApiCall<unknown>, "method" | "path" | "body">): Promise<Called<TeamService>> {
    const called = await call({ ...request, response: ServiceRow });
    const row = called.value;
    // Refused: another admin may have changed the services.
    if (row === undefined) await loadConfig();
    else {
      const isNew = services.every(({ id }) => id !== row.id);
      void showServices(isNew ? [...services, row] : services.map((other) => (other.id === row.id ? row : other)));
    }
    return called;
  }

  return {
    services,
    /** Whether it is certain that no group, event or line-up needs the service. */
    isUnused: ({ id, name }: TeamService) => neededIds?.includes(id) === false && !rolesInUse.has(name),
    add: (name: Service) => write({ method: "POST", path: API.services, body: { name } }),
    change: async (service: TeamService, update: ServiceUpdate): Promise<Called<TeamService>> => {
      const called = await write({ method: "PATCH", path: fillPath(API.service, service.id), body: update });
      const [formerName, name] = [service.name, called.value?.name];
      if (name === undefined || name === formerName) return called;
      updateUser({ ...user, positions: user.positions.map((position) => (position === formerName ? name : position)) });
      void reloadPeople();
      // The server has renamed the service in a shared planning, but does not know a local one.
      await applyPersonChange({ type: "service.renamed", formerName, name });
      return called;
    },
    /** Resolves with the failure, or `null`. */
    remove: async ({ id }: TeamService): Promise<ApiError | null> => {
      const { failure } = await call({ method: "DELETE", path: fillPath(API.service, id) });
      // Another admin may have deleted it already: that counts as success.
      const refused = failure?.code === "service.not_found" ? null : failure;
      if (refused === null) void showServices(services.filter((other) => other.id !== id));
      else await loadConfig();
      return refused;
    },
  };
}
