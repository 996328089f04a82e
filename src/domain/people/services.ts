/** A service that a musician can hold, by its name: one of `SERVICES`, or one of the team's own. */
export type Service = string;

/** A service of the team. */
export interface TeamService {
  /** For one of `SERVICES`: its name. */
  readonly id: string;
  readonly name: Service;
  /** A hidden service is no longer offered. People who hold it keep it. */
  readonly isOffered: boolean;
  /** Whether the team added it. */
  readonly isOwn: boolean;
}

/** The most characters of a service's name. */
export const SERVICE_NAME_MAX = 40;

/** The most services that a team can add. */
export const OWN_SERVICES_MAX = 40;

/** The services of a new installation (specification §3, "Services (positions)"), in the order they are offered. */
export const SERVICES = [
  "DM",
  "Guitare acoustique",
  "Guitare électrique",
  "Bass",
  "Piano",
  "Clavier",
  "Batterie",
  "Percussions",
  "Violon",
  "Saxophone",
  "Voix",
  "Lead",
  "Sono",
  "Pasteur",
] as const;

/** The services of a team that neither added nor hid any. */
export const FIRST_SERVICES: readonly TeamService[] = SERVICES.map((name) => ({
  id: name,
  name,
  isOffered: true,
  isOwn: false,
}));

const GUITARS: ReadonlySet<Service> = new Set(["Guitare acoustique", "Guitare électrique"]);

/** Whether it is a service of every installation. */
export function isService(name: string): boolean {
  return (SERVICES as readonly string[]).includes(name);
}

export function isGuitar(service: string): boolean {
  return GUITARS.has(service);
}

/**
 * The selection after `picked` was pressed: removed if it was selected, else added in the order of `inServiceOrder`.
 * One guitar replaces the other (specification §5, Register).
 */
export function toggleService(selection: readonly string[], picked: Service): string[] {
  if (selection.includes(picked)) return selection.filter((service) => service !== picked);
  const kept = isGuitar(picked) ? selection.filter((service) => !isGuitar(service)) : selection;
  return inServiceOrder([...kept, picked]);
}

/** In the order of `SERVICES`, the team's own ones last. */
export function inServiceOrder(services: readonly Service[]): Service[] {
  const known = SERVICES.filter((service) => services.includes(service));
  return [...known, ...services.filter((service) => !isService(service))];
}

/** The services of both rows of one person. If they have both guitars together, only `guitar` stays of the two. */
export function unitedServices(one: readonly Service[], other: readonly Service[], guitar: Service | null): Service[] {
  const services = inServiceOrder([...new Set([...one, ...other])]);
  return areServicesCompatible(services)
    ? services
    : services.filter((service) => !isGuitar(service) || service === guitar);
}

/** Whether a person may hold these services together: no duplicates, and at most one guitar. */
export function areServicesCompatible(services: readonly string[]): boolean {
  return new Set(services).size === services.length && services.filter(isGuitar).length <= 1;
}
