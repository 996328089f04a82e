import { daysBetween, type PlainDate } from "../../domain/calendar/calendar.ts";
import type { EventDetails } from "../../domain/planning/planning.ts";
import type { Programme, ProgrammeItem } from "../../domain/programme/programme.ts";
import type { KnownTitle } from "../../domain/programme/repertoire.ts";
import { longDate } from "../phrases/dates.ts";
import { quoted } from "../phrases/marks.ts";

export const programmeText = {
  title: "Programme",
  none: "Rien n'est encore au programme",
  noneHint: "Écrivez ce que vous jouez\u00a0: toute l'équipe le lira ici.",
  edit: "Modifier le programme",
  copy: "Copier le programme",
  copied: "Programme copié.",
  copyFailed: "Le programme n'a pas pu être copié.",
  save: "Enregistrer le programme",
  saved: "Programme enregistré.",
  failed: "Le programme n'a pas pu être enregistré",
  add: "Ajouter un titre",
  more: "Lien, note",
  linkPlaceholder: "https://",
  suggestions: "Titres connus",
  reuse: "Reprendre le programme du …",
  noneBefore: "Aucun autre programme avant cette date.",
  changed:
    "Le programme a changé pendant que vous écriviez. Votre texte est gardé ci-dessous. Voici ce qui est enregistré\u00a0:",
  nowEmpty: "Plus aucun titre.",
  keepMine: "Garder mon texte",
  takeOther: "Prendre l'autre",
  takeBoth: "Réunir les deux",
  tell: "Envoyer le programme aux présents",
  tellHint: "Il a changé depuis le dernier envoi\u00a0: rien ne part tout seul.",
  told: "Programme envoyé aux présents.",
  tellFailed: "Le programme n'a pas pu être envoyé",
  waiting: "Votre programme n'a pas été enregistré\u00a0: il avait changé entre-temps. Votre texte est gardé.",
  resume: "Reprendre mon texte",
} as const;

export const PROGRAMME_LABELS: Readonly<Record<keyof ProgrammeItem, string>> = {
  title: "Titre",
  key: "Tonalité",
  link: "Lien",
  note: "Note",
};

export const titlesCounted = (count: number) => `${count} ${count > 1 ? "titres" : "titre"}`;
export const reusedFrom = ({ date, name }: Pick<EventDetails, "date" | "name">) => `${longDate(date)}, ${name}`;

/** How a button names a title of the editor; `position` counts from 1. */
const titleNamed = (title: string, position: number) => (title.trim() === "" ? `la ligne ${position}` : title.trim());
export const moveUp = (title: string, position: number) => `Monter ${titleNamed(title, position)}`;
export const moveDown = (title: string, position: number) => `Descendre ${titleNamed(title, position)}`;
export const removeTitle = (title: string, position: number) => `Retirer ${titleNamed(title, position)}`;

/** Announced after a title was moved: "« Abba Père », 3 sur 6". */
export const movedTo = (title: string, position: number, count: number) =>
  `${quoted(titleNamed(title, position))}, ${position} sur ${count}`;

/** « À toi la gloire (Sol) https://… » */
export const titleLine = ({ title, key, link }: ProgrammeItem) =>
  [title, ...(key === undefined ? [] : [`(${key})`]), ...(link === undefined ? [] : [link])].join(" ");

/** One title a line. */
export const programmeLines = (programme: Programme) => programme.map(titleLine).join("\n");

const WEEK_DAYS = 7;
/** From this many days on, the distance is given in months. */
const MONTHS_FROM = 8 * WEEK_DAYS;
const MONTH_DAYS = 30.44;
const YEAR_MONTHS = 12;

/** « il y a 3 semaines ». A day that ended for the server may still be, or lie ahead, for a device of another time zone. */
export function timeAgo(date: PlainDate, today: PlainDate): string {
  const days = daysBetween(date, today);
  const months = Math.round(days / MONTH_DAYS);
  if (days < 1) return "aujourd'hui";
  if (days === 1) return "hier";
  if (days < WEEK_DAYS) return `il y a ${days} jours`;
  if (days < 2 * WEEK_DAYS) return "il y a 1 semaine";
  if (days < MONTHS_FROM) return `il y a ${Math.floor(days / WEEK_DAYS)} semaines`;
  if (months < 2 * YEAR_MONTHS) return `il y a ${months} mois`;
  return `il y a ${Math.floor(months / YEAR_MONTHS)} ans`;
}

/** « joué il y a 3 semaines, 5 fois en un an »; empty for a title that was never played. */
export function playedSentence({ lastPlayed, times }: KnownTitle, today: PlainDate): string {
  if (lastPlayed === undefined) return "";
  return `joué ${timeAgo(lastPlayed, today)}${times === 0 ? "" : `, ${times} fois en un an`}`;
}
