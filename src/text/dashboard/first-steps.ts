import type { FirstStep } from "../../domain/planning/first-steps.ts";

interface StepWords {
  readonly title: string;
  readonly hint: string;
  readonly action: string;
}

/** Words of the checklist on the dashboard of an admin who sets up a new planning. */
export const firstStepsText = {
  title: "Premiers pas",
  done: "fait",
  hide: "Masquer",
  finished: "Tout est prêt.",
} as const;

export const STEP_WORDS: Readonly<Record<FirstStep, StepWords>> = {
  event: {
    title: "Créer le premier événement",
    hint: "Un culte, une répétition\u00a0: donnez-lui un nom, un jour, une heure, un lieu.",
    action: "Créer un événement",
  },
  sharing: {
    title: "Partager le planning",
    hint: "Chacun le voit et y répond depuis son téléphone.",
    action: "Partager avec l'équipe",
  },
  team: {
    title: "Faire venir l'équipe",
    hint: "Collez la liste de vos musiciens, chacun reçoit son invitation.",
    action: "Ajouter des personnes",
  },
};

export const stepsDone = (done: number, all: number) => `${done} sur ${all}`;

export const nothingUpcomingText = {
  createEvent: "Créer un événement",
  none: "Aucun événement à venir.",
  forAdmin: "Le prochain que vous créez s'affichera ici.",
  forMember: "Le prochain de votre groupe s'affichera ici.",
} as const;
