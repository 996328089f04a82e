import type { PersonToAsk, StandIn } from "../../domain/line-up/whom-to-ask.ts";
import { fullName } from "../../domain/people/people.ts";
import type { EventDetails } from "../../domain/planning/planning.ts";
import { longDateTime } from "../phrases/dates.ts";
import { frenchList, theRoles } from "../phrases/role-phrases.ts";
import { moveClause, PERHAPS } from "./kept-line-up.ts";

type Help = PersonToAsk["help"];

/** The heading of each group of people, by how they would help. */
export const HELP_TITLES: Readonly<Record<Help, string>> = {
  suffices: "Un seul oui suffirait",
  adds_roles: "Chacun de ces oui aiderait",
  secures: "Pour ne plus dépendre d'une seule personne",
  doubles: "Pour doubler une personne indispensable",
};

const HELP_IN_MESSAGE: Readonly<Record<Help, string>> = {
  suffices: "Ton oui suffirait pour que nous puissions jouer.",
  adds_roles: "Ton oui nous aiderait beaucoup.",
  secures: "Nous pouvons déjà jouer, mais avec toi nous ne dépendrions plus d'une seule personne.",
  doubles: "Nous pouvons déjà jouer, mais tu pourrais remplacer quelqu'un d'indispensable.",
};

/** « Batterie », « Lead et Guitare »: what this person would take. */
export const takenRoles = ({ takes }: PersonToAsk) => frenchList(takes);

/** « Batterie · a joué 3 fois sur 4 »; the roles alone if `turn` is empty */
export const rolesAndTurn = (asked: PersonToAsk, turn: string) => [takenRoles(asked), turn].filter(Boolean).join(" · ");

/** « Thomas Nguyen prendrait la Batterie, et Yannick Morel passerait de la Batterie à la Bass. » */
export function helpSentence(asked: PersonToAsk): string {
  const name = fullName(asked.person);
  if ("standIns" in asked) return `${name} prendrait ${frenchList(asked.standIns.map(standInClause))}.`;
  return `${[`${name} prendrait ${theRoles(asked.takes)}`, ...asked.moves.map((move) => moveClause(move, PERHAPS))].join(", et ")}.`;
}

const standInClause = ({ absent, takes }: StandIn) => `${theRoles(takes)} si ${fullName(absent)} ne venait pas`;

/**
 * A message from one musician to another, with « tu ».
 * @param address the event's page, where the other one answers
 */
export function askingMessage(event: EventDetails, asked: PersonToAsk, address: string): string {
  return [
    `Bonjour ${asked.person.firstName},`,
    `Nous cherchons quelqu'un pour ${theRoles(asked.takes)}\u00a0: «\u00a0${event.name}\u00a0», ${longDateTime(event.date, event.time)}, ${event.location}.`,
    `${HELP_IN_MESSAGE[asked.help]} Peux-tu nous dire si tu viens\u00a0?`,
    `Tu peux répondre ici\u00a0: ${address}`,
    "Merci\u00a0!",
  ].join("\n");
}

export const othersToAsk = (count: number) => (count === 1 ? "1 autre personne" : `${count} autres personnes`);
