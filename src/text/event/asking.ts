import type { ReachProblem } from "../../contract/notifications/requests.ts";
import type { WallTime } from "../../domain/calendar/time-zone.ts";
import type { AskingOutcome } from "../../domain/notifications/asking.ts";
import { dayAndMonth } from "../phrases/dates.ts";

/** Words for asking people to come to an event, one by hand or several in order. */
export const askingText = {
  ask: "Demander",
  self: "C'est vous",
  noAccount: "Sans compte",
  noAccountHint: "Aucune demande ne peut lui être envoyée d'ici\u00a0: copiez le message.",
  askInOrder: "Demander dans cet ordre",
  leave: "Laisser",
  toAnswer: "pour répondre",
  asked: "Les demandes ont commencé.",
  stop: "Arrêter les demandes",
  stopped: "Les demandes sont arrêtées.",
  failed: "La demande n'a pas pu être envoyée",
  stopFailed: "Les demandes n'ont pas pu être arrêtées",
  loadFailed: "Les demandes déjà faites n'ont pas pu être chargées",
  offline: "Hors ligne\u00a0: une demande ne part qu'avec une connexion.",
  writeYourself: "Écrivez-lui vous-même\u00a0:",
} as const;

/** Why nothing was sent. */
export const REACH_SENTENCES: Readonly<Record<ReachProblem, string>> = {
  no_account: "Rien n'est parti\u00a0: cette personne n'a pas encore de compte.",
  not_confirmed: "Rien n'est parti\u00a0: son adresse n'est pas encore confirmée.",
  refused: "Rien n'est parti\u00a0: sa messagerie refuse nos messages.",
  unsubscribed: "Rien n'est parti\u00a0: cette personne ne souhaite plus recevoir de demandes.",
};

/** How the latest order ended by itself. */
export const OUTCOME_SENTENCES: Readonly<Record<AskingOutcome, string>> = {
  complete: "Les demandes sont finies\u00a0: on peut jouer.",
  exhausted: "Les demandes sont finies\u00a0: chacun a eu le temps de répondre.",
};

export const askName = (name: string) => `${askingText.ask} à ${name}`;
export const hoursToAnswer = (hours: number) => `${hours}\u00a0h`;
export const askedAt = ({ date, time }: WallTime) => `Demandé le ${dayAndMonth(date)} à ${time}`;
export const askedOf = (name: string) => `Demandé à ${name}.`;

/** When the next person, or a later one, will be asked: « Ensuite, à 15:20 », « Puis, le 25 novembre à 09:20 » */
export function requestTime({ date, time }: WallTime, isNext: boolean, today: string): string {
  const day = date === today ? "" : `le ${dayAndMonth(date)} `;
  return `${isNext ? "Ensuite" : "Puis"}, ${day}à ${time}`;
}
