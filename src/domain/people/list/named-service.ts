import { type Service, SERVICES } from "../services.ts";

/** Other names under which teams know the services, as `plain` writes them. */
const OTHER_NAMES: Readonly<Record<string, Service>> = {
  basse: "Bass",
  "guitare basse": "Bass",
  bassiste: "Bass",
  batteur: "Batterie",
  drums: "Batterie",
  chant: "Voix",
  choeur: "Voix",
  choriste: "Voix",
  vocal: "Voix",
  claviers: "Clavier",
  synthe: "Clavier",
  pianiste: "Piano",
  percussion: "Percussions",
  cajon: "Percussions",
  sax: "Saxophone",
  son: "Sono",
  sonorisation: "Sono",
  "guitare folk": "Guitare acoustique",
  "guitare seche": "Guitare acoustique",
  "direction musicale": "DM",
  "directeur musical": "DM",
};

/** Which guitar is meant has to be said. */
const GUITAR: Service = "Guitare acoustique";

/** Without accents, case and doubled spaces. */
export function plain(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLocaleLowerCase("fr")
    .replaceAll("œ", "oe")
    .replaceAll(/\s+/gu, " ")
    .trim();
}

const BY_NAME: ReadonlyMap<string, Service> = new Map([
  ...Object.entries(OTHER_NAMES),
  ...SERVICES.map((service) => [plain(service), service] as const),
]);

/** The service of this name, in any case, with or without accents, or by another name; `null` for an unknown one. */
export function serviceNamed(name: string): Service | null {
  return BY_NAME.get(plain(name)) ?? null;
}

/** How many letters to add, leave out, replace or swap with the next, to make `b` of `a`. */
function distance(a: string, b: string): number {
  let [before, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const steps = [(row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1)];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) steps.push((before[j - 2] ?? 0) + 1);
      next.push(Math.min(...steps));
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}

/** A name longer than all of ours is no typing mistake: comparing it would take long. */
const NAME_MAX = 40;

/** The service that was probably meant by an unknown name; `null` when none is near. */
export function nearestService(name: string): Service | null {
  const wanted = plain(name);
  if (wanted.length > NAME_MAX) return null;
  if (wanted === "guitare") return GUITAR;
  const ranked = [...BY_NAME]
    .map(([known, service]) => ({ service, known, steps: distance(wanted, known) }))
    .filter(({ known, steps }) => steps <= Math.max(1, Math.floor(known.length / 3)));
  ranked.sort((a, b) => a.steps - b.steps);
  return ranked[0]?.service ?? null;
}
