import { FIRST_SERVICES, type Service, type TeamService } from "#domain/people/services.ts";
import { knowConfig, knownPublicConfig } from "../http/public-config.ts";
import { loadConfig, usePublicConfig } from "./public-config.ts";

/** The team's services; the built-in ones until the server has told others. */
export function useTeamServices(): readonly TeamService[] {
  return usePublicConfig()?.services ?? FIRST_SERVICES;
}

/** The names of the services that are offered. */
export function useOfferedServices(): Service[] {
  return useTeamServices().flatMap(({ name, isOffered }) => (isOffered ? [name] : []));
}

/** As an admin has last changed them on this page. */
let changed: readonly TeamService[] = [];

function showChanged(): void {
  const known = knownPublicConfig();
  if (known !== null) knowConfig({ ...known, services: [...changed] });
}

/** Takes over the services as an admin has just changed them; again after an answer that is on its way, which is older. */
export async function noteServices(services: readonly TeamService[]): Promise<void> {
  changed = services;
  showChanged();
  await loadConfig();
  showChanged();
}
