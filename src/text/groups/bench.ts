import type { BenchDepth, RoleBench } from "../../domain/line-up/bench.ts";
import type { RolePair } from "../../domain/line-up/role-pairs.ts";
import { fullName } from "../../domain/people/people.ts";
import { frenchList } from "../phrases/role-phrases.ts";

export const benchText = {
  title: "Banc",
  explanation: "Qui peut tenir chaque rôle critique dans l'équipe.",
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

/** « Personne », « 1 personne », « 2 personnes » */
export function benchCount({ holders }: RoleBench): string {
  if (holders.length === 0) return "Personne";
  return `${holders.length} personne${holders.length > 1 ? "s" : ""}`;
}

/** « Hélène Brunet et Camille Perrin » */
export function benchNames({ holders }: RoleBench): string {
  return frenchList(holders.map(fullName));
}

export function benchHint({ depth }: RoleBench): string {
  return DEPTH_WORDS[depth];
}

/** « Lead et Batterie » */
export function pairLabel(pair: RolePair): string {
  return frenchList(pair);
}
