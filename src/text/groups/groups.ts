import type { EventDetails } from "../../domain/planning/planning.ts";
import { dayTitle } from "../phrases/dates.ts";

export const groupText = {
  title: "Choisir un groupe",
  none: "Aucun groupe pour l'instant",
  noneHint: "Un administrateur doit d'abord en créer un.",
  noneHintForAdmin: "Créez le premier dans «\u00a0Gérer les groupes\u00a0».",
  noUpcomingEvent: "Aucun événement à venir",
} as const;

export const groupGreeting = (firstName: string) => `Bonjour ${firstName}. Avec qui jouez-vous\u00a0?`;

/** « jeudi 12 novembre à 19:30 · Répétition » */
export const nextEventLine = ({ date, time, name }: Pick<EventDetails, "date" | "time" | "name">) =>
  `${dayTitle(date)} à ${time} · ${name}`;

export const comingPeople = (names: readonly string[]) => `Présents bientôt\u00a0: ${names.join(", ")}`;

/** Words of creating, renaming and deleting groups; the sentences are the specification's (§5 and §8). */
export const groupManagementText = {
  title: "Gérer les groupes",
  choose: "Choisir",
  name: "Nom du groupe",
  create: "Créer le groupe",
  nameBlank: "Le nom du groupe ne peut pas être vide",
  creationFailed: "Échec de la création du groupe",
  groupToRename: "Groupe à renommer",
  newName: "Nouveau nom",
  rename: "Renommer le groupe",
  renameNotChosen: "Veuillez sélectionner un groupe à renommer",
  newNameBlank: "Le nouveau nom ne peut pas être vide",
  renamingFailed: "Échec du renommage du groupe",
  groupToDelete: "Groupe à supprimer",
  delete: "Supprimer le groupe",
  deletionNotChosen: "Veuillez sélectionner un groupe à supprimer",
  deletionFailed: "Échec de la suppression du groupe",
} as const;

export const groupWithId = (name: string, id: string) => `${name} (${id})`;
export const groupCreated = (name: string) => `Groupe «\u00a0${name}\u00a0» créé.`;
export const groupRenamed = (name: string) => `Groupe renommé en «\u00a0${name}\u00a0».`;
export const groupDeleted = (name: string) => `Groupe «\u00a0${name}\u00a0» supprimé.`;

/** « « Chorale » supprimé par erreur ? », beside the undo button. */
export const groupDeletedByMistake = (name: string) => `«\u00a0${name}\u00a0» supprimé par erreur\u00a0?`;

/** What is deleted along with a group; `null` if the number of events is unknown. */
export function eventsGoingToo(count: number | null): string {
  if (count === null) return "Tous ses événements seront supprimés avec lui.";
  if (count === 0) return "Aucun événement ne sera supprimé avec lui.";
  if (count === 1) return "1 événement sera supprimé avec lui.";
  return `Ses ${count} événements seront supprimés avec lui.`;
}
