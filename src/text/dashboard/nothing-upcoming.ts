/** The words of an empty list of next events. */
export const nothingUpcomingText = {
  createEvent: "Créer un événement",
  none: "Aucun événement à venir.",
  forAdmin: "Le prochain que vous créez s'affichera ici.",
  forMember: "Le prochain de votre groupe s'affichera ici.",
} as const;
