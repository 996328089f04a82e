/** The icons of services; `music` is for services that match no keyword. */
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

/** Keyword → icon, first match wins (specification §2, "Icons"). */
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

export function serviceIcon(name: string): ServiceIcon {
  const lowerName = name.toLowerCase();
  return ICON_KEYWORDS.find(([keyword]) => lowerName.includes(keyword))?.[1] ?? "music";
}
