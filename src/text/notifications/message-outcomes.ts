import type { MessageOutcome } from "../../domain/notifications/message-outcomes.ts";
import type { Topic } from "../../domain/notifications/topics.ts";

const KINDS: Readonly<Record<Topic, string>> = {
  reminders: "Rappel",
  changes: "Changement",
  requests: "Demande",
  place: "Place dans la formation",
  drop_outs: "Désistement",
};

/** One message of a topic. */
export function messageKind(topic: Topic): string {
  return KINDS[topic];
}

export const OUTCOME_WORDS: Readonly<Record<MessageOutcome, string>> = {
  sent: "Envoyé",
  waiting: "En attente",
  not_confirmed: "Adresse non confirmée",
  no_address: "Sans adresse",
  unwanted: "Ne veut pas de ce message",
  refused: "Adresse refusée par son serveur",
  answered: "Avait déjà répondu",
  in_absence: "En absence",
  too_late: "Trop tard",
};
