import type { BenchDepth, RoleBench } from "../../domain/line-up/bench.ts";
import type { RolePair } from "../../domain/line-up/critical-roles.ts";
import type { Turn, Turns } from "../../domain/line-up/turns.ts";
import { fullName } from "../../domain/people/people.ts";
import { shareInWords } from "../phrases/places.ts";
import { countInWords, frenchList } from "../phrases/role-phrases.ts";

/** Words of the list of people who can hold each required role of a group. */
export const benchText = {
  title: "Banc",
  explanation: "Qui peut tenir chaque rôle critique dans l'équipe.",
  nothingNeeded: "Ce groupe n'a besoin d'aucun rôle.",
  turns: "Le décompte porte sur les 90 jours avant le prochain événement.",
} as const;

const DEPTH_WORDS: Readonly<Record<BenchDepth, string>> = {
  nobody: "Personne ne tient encore ce rôle.",
  one: "Une seule personne\u00a0: son absence laisserait le rôle vide.",
  several: "Plusieurs personnes peuvent se remplacer.",
};

export const combinableText = {
  title: "Rôles combinables",
  explanation:
    "Une personne tient un seul rôle à la fois, ou deux quand ils sont cochés ensemble ici, comme un Lead qui joue aussi. Jamais trois.",
} as const;

/** « Personne », « 1 personne », « 2 personnes », « 1 sur 2 » */
export function benchCount({ holders, needed = 1 }: RoleBench): string {
  if (holders.length < needed && needed > 1) return shareInWords(holders.length, needed);
  if (holders.length === 0) return "Personne";
  return `${holders.length} personne${holders.length > 1 ? "s" : ""}`;
}

const turnInWords = ({ played, of }: Turn) => `a joué ${played}\u00a0fois sur ${of}`;

/** « Hélène Brunet (a joué 1 fois sur 4) »; « Camille Perrin », if her turns are not known */
export function benchNames({ holders }: RoleBench, turns: Turns): string[] {
  return holders.map((person) => {
    const turn = turns.get(person.id);
    return turn === undefined || turn.of === 0 ? fullName(person) : `${fullName(person)} (${turnInWords(turn)})`;
  });
}

export function benchHint({ depth, holders, needed = 1 }: RoleBench): string {
  if (needed === 1 || depth === "several") return DEPTH_WORDS[depth];
  const lack =
    holders.length < needed ? "personne d'autre ne le tient encore" : "une absence laisserait une place vide";
  return `Il en faut ${countInWords(needed)}\u00a0: ${holders.length === 0 ? "personne ne tient encore ce rôle" : lack}.`;
}

export const pairLabel = (pair: RolePair) => frenchList(pair);
