import type { Elsewhere } from "../../domain/availability/overlap.ts";

/** « Vous êtes aussi présent à Culte, à 10:00. » */
export function alsoPresentAt({ name, time }: Elsewhere): string {
  return `Vous êtes aussi présent à ${name}, à ${time}.`;
}
