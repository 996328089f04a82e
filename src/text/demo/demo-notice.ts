/** What a demo says on each page, and how visitors enter it. */
export const DEMO_NOTICE = {
  label: "Démonstration",
  facts: "tout est inventé et recommence à chaque heure.",
  request: "N'y écrivez rien de personnel.",
  enter: "Entrer en un clic",
  asLeader: "Entrer comme responsable",
  asMusician: "Entrer comme musicien",
} as const;
