import type { BandRole } from "#domain/line-up/band-roles.ts";
import type { Service } from "#domain/people/services.ts";
import { SEED_GROUPS } from "#domain/planning/planning.ts";

const [SUNDAY, YOUTH, PRAYER] = SEED_GROUPS.map(({ id }) => id) as [string, string, string];

/** The ids of the three groups, which are those of every new planning. */
export const DEMO_GROUPS = { sunday: SUNDAY, youth: YOUTH, prayer: PRAYER } as const;

/** The roles that a group needs instead of the seven. */
export const DEMO_REQUIRED_ROLES: readonly { readonly groupId: string; readonly roles: readonly BandRole[] }[] = [
  { groupId: YOUTH, roles: ["Lead", "Batterie", "Bass", "Guitare", "Voix"] },
];

/** An invented person. First names are unique, because the events name people by them. */
export interface DemoPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly services: readonly Service[];
  readonly groups: readonly string[];
  readonly isAdmin?: boolean;
  /** How many times a month they want to play at most. */
  readonly playsAtMost?: number;
}

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  { firstName: "Camille", lastName: "Perrin", services: ["Lead", "Voix"], groups: [SUNDAY, PRAYER], isAdmin: true },
  { firstName: "Hugo", lastName: "Lambert", services: ["Batterie", "Percussions"], groups: [SUNDAY, YOUTH] },
  { firstName: "Inès", lastName: "Moreau", services: ["Bass"], groups: [SUNDAY] },
  { firstName: "Noé", lastName: "Girard", services: ["Piano", "Clavier"], groups: [SUNDAY, PRAYER] },
  { firstName: "Léa", lastName: "Fontaine", services: ["Guitare acoustique", "Voix"], groups: [SUNDAY] },
  { firstName: "Yanis", lastName: "Benali", services: ["Sono"], groups: [SUNDAY] },
  { firstName: "Paul", lastName: "Mercier", services: ["Pasteur"], groups: [SUNDAY, PRAYER], isAdmin: true },
  { firstName: "Zoé", lastName: "Chevalier", services: ["Violon", "Voix"], groups: [SUNDAY, PRAYER] },
  { firstName: "Théo", lastName: "Marchand", services: ["Batterie"], groups: [SUNDAY] },
  { firstName: "Anna", lastName: "Haddad", services: ["Piano", "Lead"], groups: [SUNDAY], playsAtMost: 2 },
  { firstName: "Samuel", lastName: "Roux", services: ["Guitare électrique", "Bass"], groups: [SUNDAY] },
  { firstName: "Élise", lastName: "Garnier", services: ["Sono", "DM"], groups: [SUNDAY] },
  { firstName: "Mathis", lastName: "Dupont", services: ["Guitare électrique"], groups: [SUNDAY] },
  { firstName: "Sarah", lastName: "Vidal", services: ["Voix"], groups: [SUNDAY, PRAYER] },
  { firstName: "Rachel", lastName: "Imbert", services: ["Lead", "Pasteur"], groups: [SUNDAY] },
  { firstName: "Lina", lastName: "Traoré", services: ["Voix", "Lead"], groups: [YOUTH], isAdmin: true },
  { firstName: "Tom", lastName: "Lefèvre", services: ["Guitare électrique"], groups: [YOUTH] },
  { firstName: "Maëlle", lastName: "Quéré", services: ["Batterie"], groups: [YOUTH] },
  { firstName: "Nathan", lastName: "Joly", services: ["Bass"], groups: [YOUTH] },
  { firstName: "Jade", lastName: "Nguyen", services: ["Clavier", "Voix"], groups: [YOUTH] },
  { firstName: "Adam", lastName: "Weber", services: ["Percussions", "Saxophone"], groups: [YOUTH] },
  { firstName: "Louise", lastName: "Petit", services: ["Voix"], groups: [YOUTH] },
  { firstName: "Gabriel", lastName: "Sorel", services: ["Guitare acoustique", "Lead"], groups: [PRAYER] },
  { firstName: "Manon", lastName: "Ollivier", services: ["Violon", "Voix"], groups: [PRAYER] },
];

/** The first names of the two people as whom visitors sign in. */
export const DEMO_VISITORS = { leader: "Camille", musician: "Hugo" } as const;

/** The notice on each page of a demo, and its buttons to sign in. */
export const DEMO_NOTICE = {
  label: "Démonstration",
  facts: "tout est inventé et recommence à chaque heure.",
  request: "N'y écrivez rien de personnel.",
  enter: "Entrer en un clic",
  asLeader: "Entrer comme responsable",
  asMusician: "Entrer comme musicien",
} as const;
