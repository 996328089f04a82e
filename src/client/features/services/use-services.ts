import { useEffect, useMemo } from "react";
import type { ApiCall, ApiError } from "#client/http/call-api.ts";
import { useServerData } from "#client/loading/use-server-data.ts";
import { useReloadPeople } from "#client/people/people-hooks.ts";
import { useApplyPersonChange, usePlanningPart } from "#client/planning/planning-hooks.ts";
import { loadConfig } from "#client/session/public-config.ts";
import { useSession, useUser } from "#client/session/session-hooks.ts";
import { noteServices, useTeamServices } from "#client/session/team-services.ts";
import { type Called, useCall } from "#client/session/use-call.ts";
import { API, fillPath } from "#contract/paths.ts";
import { NeededServices, ServiceRow, type ServiceUpdate } from "#contract/services.ts";
import type { BandRole } from "#domain/line-up/band-roles.ts";
import type { Service, TeamService } from "#domain/people/services.ts";

/**
 * The roles that the known groups, events and line-ups need; in a planning of this browser alone also the services in
 * answers, which it would publish.
 */
function useRolesInUse(): ReadonlySet<BandRole> {
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

const NEEDED = { path: API.neededServices, response: NeededServices } as const;

export function useServices() {
  const services = useTeamServices();
  /** The ids of those that a group or an event of the team needs. */
  const needed = useServerData(NEEDED).state;
  const inUse = useRolesInUse();
  const user = useUser();
  const { updateUser } = useSession();
  const call = useCall();
  const reloadPeople = useReloadPeople();
  const applyPersonChange = useApplyPersonChange();
  // Another admin may have changed them since this page was opened.
  useEffect(() => void loadConfig(), []);

  async function write(asked: Pick<ApiCall<unknown>, "method" | "path" | "body">): Promise<Called<TeamService>> {
    const called = await call({ ...asked, response: ServiceRow });
    const row = called.value;
    // Where the server has refused, the list is shown as it has it now.
    if (row === undefined) await loadConfig();
    else {
      const isNew = services.every(({ id }) => id !== row.id);
      void noteServices(isNew ? [...services, row] : services.map((each) => (each.id === row.id ? row : each)));
    }
    return called;
  }

  return {
    services,
    /** Whether nothing is known that needs it. */
    isFree: ({ id, name }: TeamService) => needed.status === "ready" && !needed.value.includes(id) && !inUse.has(name),
    add: (name: Service) => write({ method: "POST", path: API.services, body: { name } }),
    change: async (service: TeamService, update: ServiceUpdate): Promise<Called<TeamService>> => {
      const called = await write({ method: "PATCH", path: fillPath(API.service, service.id), body: update });
      const [formerName, name] = [service.name, called.value?.name];
      if (name === undefined || name === formerName) return called;
      updateUser({ ...user, positions: user.positions.map((each) => (each === formerName ? name : each)) });
      void reloadPeople();
      // In a planning of this browser alone nobody else does it.
      await applyPersonChange({ type: "service.renamed", formerName, name });
      return called;
    },
    /** Resolves with why it failed, or `null`. */
    remove: async ({ id }: TeamService): Promise<ApiError | null> => {
      const { failure } = await call({ method: "DELETE", path: fillPath(API.service, id) });
      // Another admin has already deleted it.
      const refused = failure?.code === "service.not_found" ? null : failure;
      if (refused === null) void noteServices(services.filter((each) => each.id !== id));
      else await loadConfig();
      return refused;
    },
  };
}
