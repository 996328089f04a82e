import { foldText } from "./fold-text.ts";

/** The first match wins (specification §2, "Icons"). */
const ICON_KEYWORDS = [
  // Before the words that name any instrument's range: « Saxophone alto », « Saxophone ténor ».
  [/saxophone/, "note"],
  // Services that teams add.
  [/tromp|trombone|tuba|cornet|bugle|euphonium|clairon|cuivre|\bcors?\b(?! anglais)/, "brass"],
  [/flute|clarinette|hautbois|basson|cor anglais|piccolo|\bbois\b/, "woodwinds"],
  [/violoncelle|contrebasse|\balto|harpe|\bcordes?\b/, "strings"],
  [/choeur|choral|choriste|soprano|tenor|baryton/, "choir"],
  [/orgue|harmonium/, "organ"],
  [/accordeon|bandoneon/, "accordion"],
  [/video|camera|projection|diffusion|\becrans?\b/, "video"],
  [/lumiere|eclairage/, "light"],
  [/traduct|interpret/, "translation"],
  [/accueil|placeur/, "welcome"],
  // The other built-in services.
  [/lead/, "stage-microphone"],
  [/voix/, "microphone"],
  [/batterie|percussion/, "drum"],
  [/bass/, "waveform"],
  [/piano/, "piano"],
  [/clavier/, "keyboard"],
  [/guitare/, "guitar"],
  [/violon/, "notes"],
  [/sono/, "sliders"],
  [/pasteur/, "book"],
  [/dm/, "list"],
] as const satisfies readonly (readonly [keywords: RegExp, icon: string])[];

/** `music` is for services that match no keyword. */
export type ServiceIcon = (typeof ICON_KEYWORDS)[number][1] | "music";

export function serviceIcon(name: string): ServiceIcon {
  const folded = foldText(name);
  return ICON_KEYWORDS.find(([keywords]) => keywords.test(folded))?.[1] ?? "music";
}
