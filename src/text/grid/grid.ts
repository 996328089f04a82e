import type { Answer } from "../../domain/availability/availability.ts";
import { monthKey, type PlainDate, type PlainTime, type YearMonth } from "../../domain/calendar/calendar.ts";
import type { BandRole } from "../../domain/line-up/band-roles.ts";
import { type AnswerTable, rolesTaken } from "../../domain/planning/answers/answer-table.ts";
import { eventCount } from "../dashboard/dashboard.ts";
import { ANSWER_WORDS } from "../phrases/availability.ts";
import { fullDateTime, longDateTime } from "../phrases/dates.ts";
import { ofMonth } from "../phrases/event-times.ts";
import { missingNames } from "../phrases/places.ts";
import { csvText } from "./csv.ts";

/** Words of the page with a month's answers: the members down, the events across. */
export const gridText = {
  title: "Grille",
  previousMonth: "Mois précédent",
  nextMonth: "Mois suivant",
  print: "Imprimer",
  download: "Télécharger (CSV)",
  members: "Membres",
  missingRoles: "Rôles manquants",
  noEvent: "Aucun événement ce mois-ci.",
  noEventHint: "La grille montre les événements du groupe choisi, mois par mois.",
  rolesTaken: "Sous une réponse\u00a0: le rôle tenu dans la formation retenue.",
  nobodyKnown: "La liste des personnes n'a pas pu être chargée.",
} as const;

export const gridCaption = (month: YearMonth) => `${gridText.title} ${ofMonth(month)}`;
export const personCount = (count: number) => `${count} personne${count > 1 ? "s" : ""}`;
export const gridSize = (people: number, events: number) => `${personCount(people)} · ${eventCount(events)}`;
export const missingInWords = (missing: readonly BandRole[], required: readonly BandRole[]) =>
  missing.length === 0 ? "aucun" : missingNames(missing, required).join(", ");
export const rolesInWords = (roles: readonly BandRole[]) => roles.join(", ");
export const printedOn = (date: PlainDate, time: PlainTime) => `Imprimé le ${fullDateTime(date, time)} · Diapason`;
export const gridFileName = (month: YearMonth) => `grille-${monthKey(month)}.csv`;

/** « Présent », « Présent (Batterie) » */
function cellText(answer: Answer | null, roles: readonly BandRole[]): string {
  const word = ANSWER_WORDS[answer ?? "none"];
  return roles.length === 0 ? word : `${word} (${rolesInWords(roles)})`;
}

/** The grid as a CSV file: the members down, the events across, the missing roles last. */
export function gridCsv({ columns, rows }: AnswerTable): string {
  return csvText([
    [gridText.members, ...columns.map(({ event: { name, date, time } }) => `${name}, ${longDateTime(date, time)}`)],
    ...rows.map(({ personId, name, answers }) => [
      name,
      ...columns.map(({ event }, index) => {
        const answer = answers[index] ?? null;
        return cellText(answer, rolesTaken(event, personId, answer));
      }),
    ]),
    [gridText.missingRoles, ...columns.map(({ missing, required }) => missingInWords(missing, required))],
  ]);
}
