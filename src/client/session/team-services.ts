import { FIRST_SERVICES, type Service, type TeamService } from "#domain/people/services.ts";
import { usePublicConfig } from "./public-config.ts";

/** The team's services; the built-in ones until the server has told others. */
export function useTeamServices(): readonly TeamService[] {
  return usePublicConfig()?.services ?? FIRST_SERVICES;
}

/** The names of the services that are offered. */
export function useOfferedServices(): Service[] {
  return useTeamServices().flatMap(({ name, isOffered }) => (isOffered ? [name] : []));
}
