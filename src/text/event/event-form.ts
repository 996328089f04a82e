import type { PlainDate } from "../../domain/calendar/calendar.ts";
import { type Frequency, isLastOfMonth, rankInMonth } from "../../domain/calendar/recurrence.ts";
import type { BandRole } from "../../domain/line-up/band-roles.ts";
import type { EventDetails } from "../../domain/planning/planning.ts";
import { ownRolesSummary } from "../groups/required-roles.ts";
import { fullDate, weekdayName } from "../phrases/dates.ts";
import { capitalised } from "../phrases/marks.ts";

export const eventCreationText = {
  create: "Créer l'événement",
  date: "Date",
  details: "Précisions (facultatif)",
  detailsHint: "Une adresse web devient un lien.",
  endTime: "Fin (facultatif)",
  endsNextDay: "(lendemain)",
  failed: "Échec de la création de l'événement",
  location: "Lieu",
  locationHint: "Salle, adresse ou lien",
  more: "Fin, précisions, répétition, rôles",
  name: "Nom de l'événement",
  noEnd: "Sans fin",
  repeat: "Répéter",
  time: "Heure",
  timePlaceholder: "Choisir",
  title: "Créer un événement",
  until: "Jusqu'au",
} as const satisfies Readonly<Record<string, string>> & Readonly<Record<keyof EventDetails, string>>;

/** `never`: the event is not repeated. */
export const FREQUENCY_WORDS: Readonly<Record<Frequency | "never", string>> = {
  never: "Jamais",
  week: "Chaque semaine",
  two_weeks: "Toutes les deux semaines",
  month: "Chaque mois",
};

export const eventCreated = (name: string) => `«\u00a0${name}\u00a0» créé.`;

/** « 12 dates, du 29 novembre 2026 » and « au 14 février 2027 »; « 1 date, le 29 novembre 2026 » */
export function seriesEnds(dates: readonly PlainDate[]): readonly string[] {
  const [first = "", last = ""] = [dates[0], dates.at(-1)];
  if (dates.length === 1) return [`1\u00a0date, le ${fullDate(first)}`];
  return [`${dates.length}\u00a0dates, du ${fullDate(first)}`, `au ${fullDate(last)}`];
}

/** « 2ᵉ dimanche de chaque mois », « dernier dimanche de chaque mois » */
export function monthlyRank(first: PlainDate): string {
  const rank = rankInMonth(first);
  const word = isLastOfMonth(first) ? "dernier" : rank === 1 ? "1ᵉʳ" : `${rank}ᵉ`;
  return `${word} ${weekdayName(first)} de chaque mois`;
}

export const createEvents = (count: number) =>
  count > 1 ? `Créer les ${count}\u00a0événements` : eventCreationText.create;
export const seriesCreated = (name: string, count: number) => `«\u00a0${name}\u00a0» créé à ${count}\u00a0dates.`;

interface FoldedFields {
  readonly every: Frequency | "";
  /** In words. */
  readonly endTime: string;
  readonly details: string;
  readonly requiredRoles: readonly BandRole[] | null;
}

/** What is set in the folded part of the form: « Chaque semaine · jusqu'à 11:30 · 5 rôles nécessaires »; empty if nothing is. */
export function foldedFieldsSummary({ every, endTime, details, requiredRoles }: FoldedFields): string {
  const parts = [
    every === "" ? "" : FREQUENCY_WORDS[every],
    endTime === "" ? "" : `jusqu'à ${endTime}`,
    details.trim() === "" ? "" : "précisions",
    ownRolesSummary(requiredRoles),
  ];
  return capitalised(parts.filter((part) => part !== "").join(" · "));
}

export const eventEditingText = {
  answers: "Réponses déjà données",
  failed: "Échec de la modification de l'événement",
  following: "Cette date et les suivantes",
  keep: "Les garder",
  one: "Cette date seulement",
  reset: "Les redemander",
  save: "Enregistrer les modifications",
  scope: "Appliquer à",
  title: "Modifier l'événement",
} as const;

export const eventEdited = (name: string) => `«\u00a0${name}\u00a0» modifié.`;
