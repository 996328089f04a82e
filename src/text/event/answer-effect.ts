import type { Answer } from "../../domain/availability/availability.ts";
import type { AnswerEffect, RoleOfOthers, SharedRole } from "../../domain/line-up/answer-effect.ts";
import { type BandRole, hasSeveral } from "../../domain/line-up/band-roles.ts";
import { capitalised } from "../phrases/marks.ts";
import { roleWithShare } from "../phrases/places.ts";
import { countInWords, frenchList, theRoles } from "../phrases/role-phrases.ts";

/** One sentence about what an answer changes. @param without whose answer it is: the reader, or a person by first name */
export function effectSentence(effect: AnswerEffect, requiredRoles: readonly BandRole[], without = "vous"): string {
  switch (effect.kind) {
    case "no_critical_service":
      return "Aucun de vos services n'est un rôle critique\u00a0; votre présence compte quand même.";
    case "covers":
      if (effect.several)
        return `Sans ${without}, il manque\u00a0: ${lackingNames(effect.roles, effect.several).join(", ")}.`;
      return `Sans ${without}, pas ${frenchList(
        effect.roles.map((role) => `de ${role}`),
        "ni",
      )}.`;
    case "line_up":
      return effect.isWhole
        ? `Sans ${without}, les ${countInWords(requiredRoles.length)} ${hasSeveral(requiredRoles) ? "places ne peuvent pas être tenues" : "rôles ne peuvent pas être tenus"} ensemble.`
        : `Sans ${without}, moins de rôles peuvent être tenus ensemble.`;
    case "secures":
      return `Sans ${without}, une seule autre absence suffirait à empêcher de jouer.`;
    case "none":
      return coveredByOthers(effect.roles);
  }
}

/** « Lead », « Voix (1 sur 2) » */
function lackingNames(roles: readonly BandRole[], several: readonly SharedRole[]): string[] {
  return roles.map((role) => {
    const { others, needed } = several.find((shared) => shared.role === role) ?? { others: 0, needed: 1 };
    return roleWithShare(role, others, needed);
  });
}

/** « Batterie : déjà 2 personnes. », « Lead et Guitare sont aussi tenus sans vous. » */
function coveredByOthers(roles: readonly RoleOfOthers[]): string {
  const [first] = roles;
  if (first && roles.length === 1)
    return `${first.role}\u00a0: déjà ${first.others} personne${first.others > 1 ? "s" : ""}.`;
  return `${frenchList(roles.map(({ role }) => role))} sont aussi tenus sans vous.`;
}

/** Words of the page that an answer button in a mail opens. */
export const answerLinkText = {
  title: "Votre réponse",
  confirm: "Touchez pour confirmer\u00a0:",
  choose: "Touchez votre réponse\u00a0:",
  change: "Changer ma réponse",
  showEvent: "Voir l'événement",
  open: "Ouvrir Diapason",
  personal: "Ce lien est personnel\u00a0: ne le transférez pas.",
  void: "Ce lien n'est plus valable.",
  over: "L'événement est passé\u00a0: sa réponse ne se change plus.",
  unknown: "L'événement n'existe plus, ou l'adresse n'est pas entière.",
  unreachable: "Le serveur ne répond pas. Vérifiez votre connexion.",
  notLoaded: "Votre lien reste bon\u00a0: rien n'est perdu.",
  notSaved: "Votre réponse n'a pas pu être enregistrée",
  retry: "Réessayer",
  moved: "L'événement a été déplacé entre-temps. Répondez pour la nouvelle date.",
} as const;

const ANSWERS: Readonly<Record<Answer, string>> = { present: "présent", absent: "absent" };

export const greeting = (firstName: string) => `Bonjour ${firstName},`;
export const notedSentence = (answer: Answer) => `C'est noté\u00a0: ${ANSWERS[answer]}.`;

/** « Pour l'instant : absent. », above the buttons of a person who answered before */
export const currentAnswer = (answer: Answer) => `Pour l'instant\u00a0: ${ANSWERS[answer]}.`;

/** Thanks for the answer, and says what it changed. */
export function outcomeSentence(answer: Answer, effect: AnswerEffect, requiredRoles: readonly BandRole[]): string {
  if (effect.kind === "no_critical_service") return answer === "present" ? "Merci\u00a0!" : "Merci d'avoir répondu.";
  if (answer === "absent") return effectSentence(effect, requiredRoles);
  return `${gainSentence(effect, requiredRoles)} Merci\u00a0!`;
}

function gainSentence(
  effect: Exclude<AnswerEffect, { kind: "no_critical_service" }>,
  requiredRoles: readonly BandRole[],
): string {
  switch (effect.kind) {
    case "covers":
      return [coveredSentence(coveredRoles(effect)), ...sharesNow(effect)].filter(Boolean).join(" ");
    case "line_up":
      return effect.isWhole
        ? `Les ${countInWords(requiredRoles.length)} ${hasSeveral(requiredRoles) ? "places peuvent être tenues" : "rôles peuvent être tenus"} ensemble.`
        : "Plus de rôles peuvent être tenus ensemble.";
    case "secures":
      return "Une seule absence n'empêche plus de jouer.";
    case "none":
      return coveredByOthers(effect.roles);
  }
}

type Covering = Extract<AnswerEffect, { kind: "covers" }>;

/** The roles that have enough people with this person. */
const coveredRoles = ({ roles, several = [] }: Covering): BandRole[] =>
  roles.filter((role) => !several.some((shared) => shared.role === role && shared.others + 1 < shared.needed));

/** « Voix (2 sur 3). »: the roles that still need more people. */
const sharesNow = ({ several = [] }: Covering): string[] =>
  several
    .filter(({ others, needed }) => others + 1 < needed)
    .map(({ role, others, needed }) => `${roleWithShare(role, others + 1, needed)}.`);

/** « La Batterie est couverte. », « Le Lead et la Guitare sont couverts. », « Les Percussions sont couvertes. » */
function coveredSentence(roles: readonly BandRole[]): string {
  if (roles.length === 0) return "";
  const names = theRoles(roles);
  const isPlural = roles.length > 1 || names.startsWith("les ");
  const isFeminine = roles.every((role) => /^la |^les /.test(theRoles([role])));
  const ending = `couvert${isFeminine ? "e" : ""}${isPlural ? "s" : ""}`;
  return `${capitalised(names)} ${isPlural ? "sont" : "est"} ${ending}.`;
}
