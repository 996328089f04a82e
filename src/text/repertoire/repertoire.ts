import type { PlainDate } from "../../domain/calendar/calendar.ts";
import type { PlayedTitle } from "../../domain/programme/repertoire.ts";
import type { TitleColumn } from "../../domain/programme/sorted-titles.ts";
import { timeAgo } from "../event/programme.ts";
import { csvText } from "../grid/csv.ts";

/** Words of the page that lists the titles that a group has played. */
export const repertoireText = {
  title: "Répertoire",
  hint: "Ce que le groupe a joué, d'après ses programmes.",
  search: "Rechercher un titre",
  searchPlaceholder: "Titre",
  sortBy: "Trier par",
  toRediscover: "À redécouvrir",
  link: "Lien",
  print: "Imprimer",
  download: "Télécharger (CSV)",
  fileName: "repertoire.csv",
  none: "Rien n'a encore été joué",
  noneHint: "Les titres des programmes passés apparaîtront ici d'eux-mêmes.",
  noMatch: "Aucun titre ne correspond",
  failed: "Le répertoire n'a pas pu être chargé.",
  notThisYear: "pas cette année",
} as const;

export const TITLE_COLUMN_WORDS: Readonly<Record<TitleColumn, string>> = {
  title: "Titre",
  key: "Tonalité",
  times: "Joué",
  lastPlayed: "Dernière fois",
};

export const timesInWords = (times: number) => (times === 0 ? repertoireText.notThisYear : `${times} fois`);

/** « il y a 10 mois · 1 fois en un an » */
export function playedLine({ lastPlayed, times }: PlayedTitle, today: PlainDate): string {
  const ago = timeAgo(lastPlayed, today);
  return times === 0 ? ago : `${ago} · ${times} fois en un an`;
}

export const openTitle = (title: string) => `Ouvrir ${title}`;

export function repertoireCsv(titles: readonly PlayedTitle[]): string {
  const { title, key, times, lastPlayed } = TITLE_COLUMN_WORDS;
  return csvText([
    [title, key, times, lastPlayed, repertoireText.link],
    ...titles.map((known) => [known.title, known.key ?? "", String(known.times), known.lastPlayed, known.link ?? ""]),
  ]);
}
