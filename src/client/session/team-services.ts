import { FIRST_SERVICES, type Service, type TeamService } from "#domain/people/services.ts";
import { knowConfig, knownPublicConfig } from "../http/public-config.ts";
import { loadConfig, usePublicConfig } from "./public-config.ts";

/** The team's services; the built-in ones until the server's are loaded. */
export function useTeamServices(): readonly TeamService[] {
  return usePublicConfig()?.services ?? FIRST_SERVICES;
}

/** The names of the services that are offered. */
export function useOfferedServices(): Service[] {
  return useTeamServices().flatMap(({ name, isOffered }) => (isOffered ? [name] : []));
}

/** The services after an admin's latest change on this page. */
let changed: readonly TeamService[] = [];

function showChanged(): void {
  const known = knownPublicConfig();
  if (known !== null) knowConfig({ ...known, services: [...changed] });
}

/** Shows services that an admin has just changed; again after `loadConfig`, because its answer may be older. */
export async function noteServices(services: readonly TeamService[]): Promise<void> {
  changed = services;
  showChanged();
  await loadConfig();
  showChanged();
}
