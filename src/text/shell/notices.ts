import { fullName, type Person } from "../../domain/people/people.ts";
import type { EventDetails } from "../../domain/planning/planning.ts";
import { fullDate, longDate } from "../phrases/dates.ts";

/** Notices that explain why a user is on another screen than before. */
export const arrivalText = {
  cameFor: "Vous veniez pour",
  /** For a group that this page never loaded: it was deleted while the page was closed, or is in another planning. */
  groupUnknown: "Le groupe que vous aviez choisi n'est pas, ou plus, dans le planning. Choisissez-en un autre.",
  eventUnknown: "Il a peut-être été supprimé, ou l'adresse est incomplète.",
} as const;

type Dated = Pick<EventDetails, "name" | "date">;

export const cameForEvent = ({ name, date }: Dated) => `${name}, ${longDate(date)}`;

/** « par Camille Perrin », « par vous »; `null` if the author is unknown or deleted */
export function byWhom(userId: string | null, viewerId: string, people: readonly Person[]): string | null {
  if (userId === viewerId) return "par vous";
  const person = people.find(({ id }) => id === userId);
  return person === undefined ? null : `par ${fullName(person)}`;
}

/** « Le groupe « Chorale » a été supprimé par Camille Perrin. »; `by` comes from `byWhom` */
export const selectedGroupDeleted = (name: string, by: string | null) =>
  `Le groupe «\u00a0${name}\u00a0» a été supprimé${by === null ? "" : ` ${by}`}.`;

/** For a group of the local planning, when the shared planning replaces it. */
export const selectedGroupNotShared = (name: string) =>
  `Le planning est maintenant celui de l'équipe, et le groupe «\u00a0${name}\u00a0» n'y est pas. Choisissez-en un autre.`;

/** « « Culte » du 15 novembre 2026 vient d'être supprimé par Camille Perrin. »; `by` comes from `byWhom` */
export const shownEventDeleted = ({ name, date }: Dated, by: string | null) =>
  `«\u00a0${name}\u00a0» du ${fullDate(date)} vient d'être supprimé${by === null ? "" : ` ${by}`}.`;

const STORED_VALUES: Readonly<Record<string, string>> = {
  groups: "les groupes",
  events: "les événements",
  combinablePairs: "les rôles combinables",
  absences: "les absences",
  outbox: "des réponses à envoyer",
  currentUser: "votre connexion",
};

/** For stored values of this browser that could not be read. */
export function setAsideSentences(keys: readonly string[]): { readonly title: string; readonly detail: string } {
  const names = keys.map((key) => STORED_VALUES[key] ?? key);
  return {
    title: `Des données de ce navigateur étaient illisibles\u00a0: ${names.join(" et ")}.`,
    detail: "Elles ont été mises de côté dans ce navigateur, sans être effacées. Ce qui pouvait être lu est affiché.",
  };
}

/** A newer version of the page itself. */
export const pageUpdateText = {
  ready: "Une nouvelle version est prête",
  update: "Mettre à jour",
} as const;
