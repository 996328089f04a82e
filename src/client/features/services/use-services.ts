import { useEffect, useState, useMemo } from "react";
import { callApi } from "#client/http/call-api.ts";
import type { ApiError } from "#client/http/api-error.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useReloadPeople } from "#client/people/people-hooks.ts";
import { useApplyPersonChange } from "#client/planning/planning-hooks.ts";
import { loadConfig } from "#client/session/public-config.ts";
import { noteServices, useTeamServices } from "#client/session/team-services.ts";
import { useRecheckAfter, useSession, useUser } from "#client/session/session-hooks.ts";
import { API, fillPath } from "#contract/paths.ts";
import { NeededServices, ServiceRow, type ServiceUpdate } from "#contract/services.ts";
import type { Service, TeamService } from "#domain/people/services.ts";
import type { BandRole } from "#domain/line-up/band-roles.ts";
import { usePlanningPart } from "#client/planning/planning-context.ts";

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

/** What a call made of the list; or why it failed. */
type Outcome = TeamService | { readonly failure: ApiError };

export function hasFailed(outcome: Outcome): outcome is { readonly failure: ApiError } {
  return "failure" in outcome;
}

interface Services {
  readonly services: readonly TeamService[];
  /** Whether nothing is known that needs it. */
  readonly isFree: (service: TeamService) => boolean;
  readonly add: (name: Service) => Promise<Outcome>;
  readonly change: (service: TeamService, update: ServiceUpdate) => Promise<Outcome>;
  /** Resolves with why it failed, or `null`. */
  readonly remove: (service: TeamService) => Promise<ApiError | null>;
}

/** The ids of those that a group or an event of the team needs; `null` until they are known. */
function useNeeded(): ReadonlySet<string> | null {
  const [needed, setNeeded] = useState<ReadonlySet<string> | null>(null);
  useEffect(() => {
    let isShown = true;
    async function load(): Promise<void> {
      const reading = callApi({ method: "GET", path: API.neededServices, answer: NeededServices });
      if ((await failureOf(reading)) === null && isShown) setNeeded(new Set(await reading));
    }
    void load();
    return () => {
      isShown = false;
    };
  }, []);
  return needed;
}

/** The team's services, and what admins do with them. */
export function useServices(): Services {
  const services = useTeamServices();
  const needed = useNeeded();
  const inUse = useRolesInUse();
  const user = useUser();
  const { updateUser } = useSession();
  const recheckAfter = useRecheckAfter();
  const reloadPeople = useReloadPeople();
  const applyPersonChange = useApplyPersonChange();
  // Another admin may have changed them since this page was opened.
  useEffect(() => void loadConfig(), []);

  /** Shows the list as the server has it now, also where it has refused. */
  async function settle(failure: ApiError | null): Promise<void> {
    if (failure !== null) recheckAfter(failure);
    await loadConfig();
  }

  async function call(asked: Promise<TeamService>): Promise<Outcome> {
    const failure = await failureOf(asked);
    if (failure !== null) {
      await settle(failure);
      return { failure };
    }
    const row = await asked;
    const isNew = services.every(({ id }) => id !== row.id);
    void noteServices(isNew ? [...services, row] : services.map((each) => (each.id === row.id ? row : each)));
    return row;
  }

  return {
    services,
    isFree: ({ id, name }) => needed?.has(id) === false && !inUse.has(name),
    add: (name) => call(callApi({ method: "POST", path: API.services, body: { name }, answer: ServiceRow })),
    async change(service, update) {
      const path = fillPath(API.service, service.id);
      const outcome = await call(callApi({ method: "PATCH", path, body: update, answer: ServiceRow }));
      if (hasFailed(outcome) || outcome.name === service.name) return outcome;
      const [formerName, name] = [service.name, outcome.name];
      updateUser({ ...user, positions: user.positions.map((each) => (each === formerName ? name : each)) });
      void reloadPeople();
      // In a planning of this browser alone nobody else does it.
      await applyPersonChange({ type: "service.renamed", formerName, name });
      return outcome;
    },
    async remove({ id }) {
      const failure = await failureOf(callApi({ method: "DELETE", path: fillPath(API.service, id) }));
      // Another admin has already deleted it.
      const refused = failure?.code === "service.not_found" ? null : failure;
      if (refused === null) void noteServices(services.filter((each) => each.id !== id));
      else await settle(refused);
      return refused;
    },
  };
}
