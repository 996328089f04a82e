import type { LineProblem } from "../../domain/people/list/people-list.ts";
import { PEOPLE_MAX } from "../../domain/people/people.ts";
import { sentenceOf } from "../errors/errors.ts";

/** Words of the page `/users/add`, where people are added to a group by a typed or pasted list. */
export const addPeopleText = {
  title: "Ajouter des personnes",
  area: "Une personne par ligne\u00a0: prénom\u00a0; nom\u00a0; adresse e-mail\u00a0; services",
  areaHint:
    "Le nom, l'adresse et les services peuvent rester vides. Un collage depuis un tableur ou un carnet d'adresses convient aussi.",
  example: "Inès ; Moreau ; ines@example.org ; Bass, Voix\nPaul ; Mercier ; ; Pasteur",
  file: "Fichier CSV",
  chooseFile: "Choisir",
  noFile: "aucun fichier",
  fileTooLarge: "Ce fichier est trop volumineux\u00a0: 1\u00a0Mo de texte au plus.",
  fileEmpty: "Ce fichier est vide\u00a0: il ne contient personne.",
  fileUnreadable: "Ce fichier n'a pas pu être lu. Enregistrez-le d'abord au format CSV.",
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
  completed: "Fiche complétée",
  other: "C'est une autre personne",
  consequence:
    "Chaque adresse reçoit une invitation, valable 30 jours. Une adresse sur plusieurs lignes est à la première personne, qui répond pour les autres. Les lignes à corriger restent dans la liste.",
  mailsAreFiles:
    "Ce serveur n'envoie pas de mails\u00a0: copiez ensuite le lien de chaque personne dans «\u00a0Gérer les utilisateurs\u00a0».",
  failed: "Personne n'a été ajouté",
  notShared: "Le planning n'est pas encore partagé avec l'équipe.",
  notSharedHint: "Partagez-le d'abord\u00a0: les personnes que vous ajoutez le verront alors.",
  share: "Partager le planning",
  /** The titles of columns that are made from contact files. */
  cardTitles: { firstName: "Prénom", lastName: "Nom", fullName: "Nom complet" },
} as const;

const CARD_TITLES: Readonly<Record<string, string>> = {
  EMAIL: "Adresse e-mail",
  TEL: "Téléphone",
  ADR: "Adresse postale",
  BDAY: "Anniversaire",
  CATEGORIES: "Catégories",
  NICKNAME: "Surnom",
  NOTE: "Note",
  ORG: "Organisation",
  ROLE: "Rôle",
  TITLE: "Fonction",
  URL: "Site web",
};

/** The title of a column for this property of a contact file (vCard). */
export const cardTitle = (property: string) => CARD_TITLES[property] ?? property;
const people = (count: number) => `${count}\u00a0${count > 1 ? "personnes" : "personne"}`;
export const addPeople = (count: number) => `Ajouter ${people(count)}`;
const records = (count: number) => `${count}\u00a0${count > 1 ? "fiches" : "fiche"}`;

interface Counts {
  readonly good: number;
  /** How many of `good` complete a person of the team. */
  readonly completed: number;
  readonly wrong: number;
  readonly known: number;
  readonly namesakes: number;
}

/** « 4 personnes prêtes, 2 lignes à corriger, 1 déjà dans l'équipe » */
export function previewCounts({ good, completed, wrong, known, namesakes }: Counts): string {
  return [
    `${people(good)} ${good > 1 ? "prêtes" : "prête"}${completed > 0 ? ` (${records(completed)} à compléter)` : ""}`,
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
      return "Écrivez le prénom, un point-virgule, puis le nom s'il y en a un";
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

export const linesNotShown = (count: number) =>
  count > 1 ? `Les ${count} lignes suivantes ne sont pas montrées ici.` : "La ligne suivante n'est pas montrée ici.";
export const unreadColumns = (count: number) => (count > 1 ? "Colonnes non lues\u00a0: " : "Colonne non lue\u00a0: ");
export const unreadRows = (count: number) => (count > 1 ? "Lignes non lues\u00a0: " : "Ligne non lue\u00a0: ");

/** A title in quotes: « Téléphone » */
export const quotedTitle = (title: string) => (title === "" ? "colonne sans titre" : `«\u00a0${title}\u00a0»`);
export const lineProblem = (line: number, problem: LineProblem) => refusedLine(line, problemSentence(problem));

/** A problem that the server found. */
export const refusedLine = (line: number, sentence: string) => `Ligne ${line}\u00a0: ${sentence}`;
export const answersBy = (name: string) => `Réponses par ${name}`;
export const namesakeQuestion = (line: number, name: string) => `Ligne ${line}\u00a0: il y a déjà ${name}.`;
export const completionRemark = (line: number, name: string) => `Ligne ${line}\u00a0: complète la fiche de ${name}.`;

interface AddedPeople {
  readonly count: number;
  /** How many of `count` were in the team already. */
  readonly completed: number;
  readonly invited: number;
  readonly group: string;
}

/** « 4 personnes ajoutées à « Louange du dimanche », dont 3 par une invitation (1 fiche complétée). » */
export function peopleAdded({ count, completed, invited, group }: AddedPeople): string {
  const by = invited > 0 ? `, dont ${invited} par une invitation` : "";
  const known = completed > 0 ? ` (${records(completed)} ${completed > 1 ? "complétées" : "complétée"})` : "";
  return `${people(count)} ${count > 1 ? "ajoutées" : "ajoutée"} à «\u00a0${group}\u00a0»${by}${known}.`;
}
