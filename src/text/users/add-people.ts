import type { LineProblem } from "../../domain/people/list/people-list.ts";
import { PEOPLE_MAX } from "../../domain/people/people.ts";
import { sentenceOf } from "../errors/errors.ts";

/** Words of bringing the team in. */
export const addPeopleText = {
  title: "Ajouter des personnes",
  area: "Une personne par ligne\u00a0: prénom\u00a0; nom\u00a0; adresse e-mail\u00a0; services",
  areaHint: "L'adresse et les services peuvent rester vides. Un collage depuis un tableur convient aussi.",
  example: "Inès ; Moreau ; ines@example.org ; Bass, Voix\nPaul ; Mercier ; ; Pasteur",
  file: "Fichier CSV",
  chooseFile: "Choisir",
  noFile: "aucun fichier",
  fileTooLarge: "Ce fichier est trop volumineux\u00a0: 1\u00a0Mo au plus.",
  fileUnreadable: "Ce fichier n'a pas pu être lu.",
  group: "Groupe",
  preview: "Aperçu",
  line: "Ligne",
  name: "Nom",
  email: "Adresse e-mail",
  services: "Services",
  outcome: "Ce qui se passera",
  noEmail: "aucune adresse",
  noService: "aucun",
  invitation: "Invitation",
  noAccount: "Sans compte",
  known: "Déjà dans l'équipe",
  other: "C'est une autre personne",
  consequence: "Chaque adresse reçoit une invitation, valable 30 jours. Les lignes à corriger restent dans la liste.",
  mailsAreFiles:
    "Ce serveur n'envoie pas de mails\u00a0: copiez ensuite le lien de chaque personne dans «\u00a0Gérer les utilisateurs\u00a0».",
  failed: "Personne n'a été ajouté",
  notShared: "Le planning n'est pas encore partagé avec l'équipe.",
  notSharedHint: "Partagez-le d'abord\u00a0: les personnes que vous ajoutez le verront alors.",
  share: "Partager le planning",
} as const;

function people(count: number): string {
  return `${count}\u00a0${count > 1 ? "personnes" : "personne"}`;
}

/** « Ajouter 4 personnes », the name of a button. */
export function addPeople(count: number): string {
  return `Ajouter ${people(count)}`;
}

interface Counts {
  readonly good: number;
  readonly wrong: number;
  readonly known: number;
  readonly namesakes: number;
}

/** « 4 personnes prêtes, 2 lignes à corriger, 1 déjà dans l'équipe » */
export function previewCounts({ good, wrong, known, namesakes }: Counts): string {
  return [
    `${people(good)} ${good > 1 ? "prêtes" : "prête"}`,
    wrong > 0 ? `${wrong}\u00a0${wrong > 1 ? "lignes" : "ligne"} à corriger` : null,
    namesakes > 0 ? `${namesakes}\u00a0${namesakes > 1 ? "questions" : "question"}` : null,
    known > 0 ? `${known}\u00a0déjà dans l'équipe` : null,
  ]
    .filter((part) => part !== null)
    .join(", ");
}

function problemSentence(problem: LineProblem): string {
  switch (problem.type) {
    case "name_missing":
      return "Le prénom et le nom sont nécessaires";
    case "name_invalid":
      return "Ce nom est trop long, ou contient des caractères invisibles";
    case "email_invalid":
      return sentenceOf("account.email_invalid");
    case "email_repeated":
      return `Cette adresse est déjà à la ligne ${problem.line}`;
    case "service_unknown": {
      const suggestion = problem.nearest === null ? "" : ` Vouliez-vous dire ${problem.nearest}\u00a0?`;
      return `«\u00a0${problem.name}\u00a0» n'est pas un service.${suggestion}`;
    }
    case "services_incompatible":
      return sentenceOf("account.services_incompatible");
    case "too_many":
      return `${PEOPLE_MAX} personnes au plus à la fois\u00a0: cette ligne attend la suivante`;
  }
}

/** « Ligne 4 : Adresse e-mail non valide » */
export function lineProblem(line: number, problem: LineProblem): string {
  return `Ligne ${line}\u00a0: ${problemSentence(problem)}`;
}

/** « Ligne 3 : il y a déjà Paul Mercier. » */
export function namesakeQuestion(line: number, name: string): string {
  return `Ligne ${line}\u00a0: il y a déjà ${name}.`;
}

/** « 4 personnes ajoutées à « Louange du dimanche », dont 3 par une invitation. » */
export function peopleAdded(count: number, invited: number, group: string): string {
  const by = invited > 0 ? `, dont ${invited} par une invitation` : "";
  return `${people(count)} ${count > 1 ? "ajoutées" : "ajoutée"} à «\u00a0${group}\u00a0»${by}.`;
}
