import { FIRST_SERVICES, type Service, type TeamService } from "#domain/people/services.ts";
import { setConfig, knownPublicConfig } from "../http/public-config.ts";
import { loadConfig, usePublicConfig } from "./public-config.ts";

/** The team's services; the built-in ones until the server's are loaded. */
export function useTeamServices(): readonly TeamService[] {
  return usePublicConfig()?.services ?? FIRST_SERVICES;
}

export function useOfferedServices(): Service[] {
  return useTeamServices().flatMap(({ name, isOffered }) => (isOffered ? [name] : []));
}

/** The services after an admin's latest change on this page. */
let changedServices: readonly TeamService[] = [];

function showChangedServices(): void {
  const config = knownPublicConfig();
  if (config !== null) setConfig({ ...config, services: [...changedServices] });
}

/** Shows services that an admin has just changed. Does so again after `loadConfig`, whose response may lack the change. */
export async function showServices(services: readonly TeamService[]): Promise<void> {
  changedServices = services;
  showChangedServices();
  await loadConfig();
  showChangedServices();
}
