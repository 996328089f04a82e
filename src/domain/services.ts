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

/** The drawings a service can have; `music` is the one for services that no keyword names. */
export type ServiceIcon =
  | "book"
  | "drum"
  | "guitar"
  | "keyboard"
  | "list"
  | "microphone"
  | "music"
  | "note"
  | "notes"
  | "piano"
  | "sliders"
  | "stage-microphone"
  | "waveform";

/** Keyword → drawing, first match wins (specification §2, "Icons"). */
const ICON_KEYWORDS: readonly (readonly [keyword: string, icon: ServiceIcon])[] = [
  ["lead", "stage-microphone"],
  ["voix", "microphone"],
  ["batterie", "drum"],
  ["percussion", "drum"],
  ["bass", "waveform"],
  ["piano", "piano"],
  ["clavier", "keyboard"],
  ["guitare", "guitar"],
  ["violon", "notes"],
  ["saxophone", "note"],
  ["sono", "sliders"],
  ["pasteur", "book"],
  ["dm", "list"],
];

const GUITARS: ReadonlySet<Service> = new Set(["Guitare acoustique", "Guitare électrique"]);

export function isService(name: string): name is Service {
  return (SERVICES as readonly string[]).includes(name);
}

export function isGuitar(service: Service): boolean {
  return GUITARS.has(service);
}

/**
 * The selection after `picked` was pressed: taken out when it was in; else added, in the order of `SERVICES`, and a
 * guitar takes the place of the other one (specification §5, Register).
 */
export function toggleService(selection: readonly Service[], picked: Service): Service[] {
  if (selection.includes(picked)) return selection.filter((service) => service !== picked);
  const kept = isGuitar(picked) ? selection.filter((service) => !isGuitar(service)) : selection;
  return SERVICES.filter((service) => service === picked || kept.includes(service));
}

/** Whether a person may hold these services together: each once, and one guitar at most. */
export function areServicesCompatible(services: readonly Service[]): boolean {
  return new Set(services).size === services.length && services.filter(isGuitar).length <= 1;
}

export function serviceIcon(name: string): ServiceIcon {
  const lowerName = name.toLowerCase();
  return ICON_KEYWORDS.find(([keyword]) => lowerName.includes(keyword))?.[1] ?? "music";
}
