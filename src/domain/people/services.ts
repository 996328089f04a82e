/** The services that a musician can hold (specification §3, "Services (positions)"), in the order they are offered. */
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

export type Service = (typeof SERVICES)[number];

const GUITARS: ReadonlySet<string> = new Set<Service>(["Guitare acoustique", "Guitare électrique"]);

export function isService(name: string): name is Service {
  return (SERVICES as readonly string[]).includes(name);
}

export function isGuitar(service: string): boolean {
  return GUITARS.has(service);
}

/**
 * The selection after `picked` was pressed: removed if it was selected; else added, in the order of `SERVICES`, where
 * one guitar replaces the other (specification §5, Register). Services that a newer version added come last.
 */
export function toggleService(selection: readonly string[], picked: Service): string[] {
  if (selection.includes(picked)) return selection.filter((service) => service !== picked);
  const kept = isGuitar(picked) ? selection.filter((service) => !isGuitar(service)) : selection;
  const known = SERVICES.filter((service) => service === picked || kept.includes(service));
  return [...known, ...kept.filter((service) => !isService(service))];
}

/** Whether a person may hold these services together: no duplicates, and at most one guitar. */
export function areServicesCompatible(services: readonly string[]): boolean {
  return new Set(services).size === services.length && services.filter(isGuitar).length <= 1;
}
