import { foldText } from "../fold-text.ts";
import { type Service, SERVICES } from "../services.ts";

/** Other names under which teams know the services, as `foldText` writes them. */
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

/** Suggested for « guitare », which does not say which guitar is meant. */
const GUITAR: Service = "Guitare acoustique";

const BY_NAME: ServicesByName = new Map([
  ...Object.entries(OTHER_NAMES),
  ...SERVICES.map((service) => [foldText(service), service] as const),
]);

/** Services by each name that a list may contain for them, as `foldText` writes it. */
export type ServicesByName = ReadonlyMap<string, Service>;

/** The `offered` services by their names. */
export function servicesByName(offered: readonly Service[]): ServicesByName {
  return new Map([
    ...[...BY_NAME].filter(([, service]) => offered.includes(service)),
    ...offered.map((service) => [foldText(service), service] as const),
  ]);
}

/** The service of this name, in any case, with or without accents, or by another name; `null` for an unknown one. */
export function serviceNamed(name: string, byName: ServicesByName = BY_NAME): Service | null {
  return byName.get(foldText(name)) ?? null;
}

/** The edit distance: how many letters to add, remove, replace or swap with the next to turn `a` into `b`. */
function distance(a: string, b: string): number {
  const known = new Map<number, number>();

  /** The edit distance of the first `i` letters of `a` and the first `j` letters of `b`. */
  function upTo(i: number, j: number): number {
    if (i === 0 || j === 0) return i + j;
    const key = i * (b.length + 1) + j;
    const former = known.get(key);
    if (former !== undefined) return former;
    const isSame = a[i - 1] === b[j - 1];
    const steps = [upTo(i - 1, j) + 1, upTo(i, j - 1) + 1, upTo(i - 1, j - 1) + (isSame ? 0 : 1)];
    const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
    if (isSwapped) steps.push(upTo(i - 2, j - 2) + 1);
    known.set(key, Math.min(...steps));
    return Math.min(...steps);
  }

  return upTo(a.length, b.length);
}

/** How many mistakes a name may have. With more, another name may have been meant. */
function mostMistakes(name: string): number {
  return Math.max(1, Math.floor(name.length / 3));
}

/** No service has a longer name. Longer texts are not compared, which would be slow. */
const NAME_MAX = 40;

/** The service that was probably meant by an unknown name; `null` when none is near. */
export function nearestService(name: string, byName: ServicesByName = BY_NAME): Service | null {
  const wanted = foldText(name);
  if (wanted.length > NAME_MAX) return null;
  if (wanted === "guitare" && byName.has(foldText(GUITAR))) return GUITAR;
  const ranked = [...byName]
    .filter(([known]) => Math.abs(known.length - wanted.length) <= mostMistakes(known))
    .map(([known, service]) => ({ service, known, mistakes: distance(wanted, known) }))
    .filter(({ known, mistakes }) => mistakes <= mostMistakes(known))
    .toSorted((a, b) => a.mistakes - b.mistakes);
  return ranked[0]?.service ?? null;
}
