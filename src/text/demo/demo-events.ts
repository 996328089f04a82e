import type { Frequency } from "#domain/calendar/recurrence.ts";
import type { BandRole } from "#domain/line-up/band-roles.ts";
import type { Programme } from "#domain/programme/programme.ts";
import { DEMO_GROUPS } from "./demo-team.ts";

type FirstName = string;

/** What the members of a group answered to one event, and what its leader prepared. Members who are not named are present. */
export interface DemoTurnout {
  readonly absent?: readonly FirstName[];
  readonly silent?: readonly FirstName[];
  /** Present at first, absent once the line-up was kept. */
  readonly droppedOut?: readonly FirstName[];
  /** The comments that people added to their answers. */
  readonly words?: Readonly<Record<FirstName, string>>;
  /** People for whom a leader answered. */
  readonly saidByLeader?: readonly FirstName[];
  readonly lineUp?: DemoLineUp;
  readonly programme?: Programme;
}

type DemoLineUp = Partial<Readonly<Record<BandRole, FirstName>>>;

/** Events with the same name. Days are counted from the next Sunday, which may be today. */
export interface DemoEvents {
  readonly groupId: string;
  readonly leader: FirstName;
  readonly name: string;
  readonly time: string;
  readonly endTime: string;
  readonly location: string;
  readonly details?: string;
  readonly requiredRoles?: readonly BandRole[];
  /** Left out: a single event. */
  readonly every?: Frequency;
  /** The day of the first event. */
  readonly first: number;
  /** For each event, in the order of their dates. */
  readonly turnouts: readonly DemoTurnout[];
}

const FIRST_BAND: DemoLineUp = {
  Lead: "Camille",
  Batterie: "Hugo",
  Bass: "Inès",
  Piano: "Noé",
  Guitare: "Léa",
  Sono: "Yanis",
  Pasteur: "Paul",
};
const SECOND_BAND: DemoLineUp = {
  Lead: "Rachel",
  Batterie: "Théo",
  Bass: "Samuel",
  Piano: "Anna",
  Guitare: "Mathis",
  Sono: "Élise",
  Pasteur: "Paul",
};
const YOUTH_BAND: DemoLineUp = {
  Lead: "Lina",
  Batterie: "Maëlle",
  Bass: "Nathan",
  Guitare: "Tom",
  Voix: "Jade",
};

/** Old hymns and spirituals, whose titles belong to everybody. */
const GLOIRE = { title: "À toi la gloire", key: "Ré" };
const GRAND_DIEU = { title: "Grand Dieu, nous te bénissons", key: "Fa" };
const REMPART = { title: "C'est un rempart que notre Dieu", key: "Do" };
const AMI = { title: "Quel ami fidèle et tendre", key: "Mi" };
const GRACE = { title: "Amazing Grace", key: "Sol" };
const TEL_QUE_JE_SUIS = { title: "Tel que je suis", key: "Mi b" };
const HAPPY_DAY = { title: "Oh Happy Day", key: "Sol" };
const LIGHT = { title: "This Little Light of Mine", key: "La" };
const RIVERSIDE = { title: "Down by the Riverside", key: "Do" };

const SUNDAYS: readonly DemoTurnout[] = [
  { absent: ["Zoé"], lineUp: FIRST_BAND, programme: [REMPART, GRAND_DIEU, TEL_QUE_JE_SUIS] },
  { absent: ["Hugo", "Yanis"], lineUp: SECOND_BAND, programme: [GLOIRE, AMI, GRACE] },
  { absent: ["Mathis", "Sarah"], lineUp: FIRST_BAND, programme: [GRAND_DIEU, GRACE, AMI] },
  {
    absent: ["Camille", "Noé"],
    lineUp: SECOND_BAND,
    words: { Camille: "En famille à Annecy ce week-end." },
    programme: [REMPART, GRACE, GRAND_DIEU],
  },
  // The next one is complete, and everybody knows their place.
  {
    absent: ["Sarah"],
    lineUp: FIRST_BAND,
    words: { Zoé: "J'arrive à 9 h 30, mon train est à 9 h 05.", Léa: "Je prends aussi la deuxième voix." },
    programme: [
      { ...GLOIRE, note: "Deux fois le refrain à la fin." },
      AMI,
      { ...TEL_QUE_JE_SUIS, note: "Piano et voix seuls au début." },
      GRAND_DIEU,
    ],
  },
  // A line-up to repair: the bass player can't come any more.
  {
    silent: ["Rachel", "Sarah"],
    droppedOut: ["Inès"],
    words: { Inès: "De garde à l'hôpital, désolée !" },
    saidByLeader: ["Élise"],
    lineUp: FIRST_BAND,
  },
  // Nobody for the sound yet.
  { absent: ["Yanis"], silent: ["Élise", "Hugo", "Zoé"], words: { Yanis: "Élise pourrait me remplacer ?" } },
  // One person would have to play bass and guitar.
  {
    absent: ["Inès", "Mathis", "Léa"],
    silent: ["Sarah", "Hugo"],
    words: { Samuel: "Basse ou guitare, à vous de voir." },
  },
  // No pastor: Paul is in an absence, and Rachel can't.
  { absent: ["Rachel"], silent: ["Paul", "Hugo", "Anna"], words: { Rachel: "Je prêche à Tours ce jour-là." } },
  // Complete, but one person could be missed.
  { absent: ["Anna", "Mathis"], silent: ["Hugo", "Zoé", "Sarah", "Rachel"] },
  { absent: ["Camille"], silent: ["Hugo", "Inès", "Noé", "Léa", "Paul", "Zoé", "Élise", "Sarah"] },
  { silent: ["Camille", "Hugo", "Inès", "Noé", "Léa", "Paul", "Zoé", "Anna", "Samuel", "Élise", "Sarah", "Rachel"] },
  { silent: ["Camille", "Hugo", "Inès", "Noé", "Léa", "Paul", "Zoé", "Anna", "Samuel", "Élise", "Sarah", "Mathis"] },
];

const REHEARSALS: readonly DemoTurnout[] = [
  { absent: ["Paul", "Zoé"] },
  { absent: ["Samuel", "Paul", "Yanis"] },
  { absent: ["Paul", "Sarah"], silent: ["Rachel"], words: { Noé: "Je peux ouvrir la salle dès 19 h." } },
  { absent: ["Yanis"], silent: ["Hugo", "Paul", "Sarah", "Élise"] },
  { absent: ["Noé", "Anna"], silent: ["Hugo", "Paul", "Zoé", "Rachel"] },
  { silent: ["Camille", "Hugo", "Noé", "Paul", "Zoé", "Anna", "Élise", "Sarah", "Rachel", "Samuel"] },
];

const YOUTH_EVENINGS: readonly DemoTurnout[] = [
  { absent: ["Adam"], lineUp: YOUTH_BAND, programme: [HAPPY_DAY, LIGHT, GRACE] },
  { absent: ["Louise"], lineUp: YOUTH_BAND, programme: [RIVERSIDE, HAPPY_DAY] },
  // No guitar yet.
  { absent: ["Louise"], silent: ["Tom", "Hugo"], words: { Lina: "Tom, tu peux venir ?" } },
  { absent: ["Jade"], silent: ["Hugo", "Adam"], words: { Tom: "J'apporte l'ampli." } },
  { silent: ["Hugo", "Nathan", "Tom", "Adam", "Louise"] },
  { silent: ["Hugo", "Lina", "Nathan", "Tom", "Adam", "Louise", "Jade"] },
];

/** One past month and two coming ones. The prayer evenings are over, so that one group shows an empty planning. */
export const DEMO_EVENTS: readonly DemoEvents[] = [
  {
    groupId: DEMO_GROUPS.sunday,
    leader: "Camille",
    name: "Culte du dimanche",
    time: "10:00",
    endTime: "11:30",
    location: "Temple, 4 rue des Tilleuls",
    details: "Installation à 8 h 30, balance à 9 h. Café après le culte.",
    every: "week",
    first: -28,
    turnouts: SUNDAYS,
  },
  {
    groupId: DEMO_GROUPS.sunday,
    leader: "Camille",
    name: "Répétition",
    time: "19:30",
    endTime: "21:30",
    location: "Salle paroissiale",
    requiredRoles: ["Lead", "Batterie", "Bass", "Piano", "Guitare"],
    every: "two_weeks",
    first: -17,
    turnouts: REHEARSALS,
  },
  {
    groupId: DEMO_GROUPS.sunday,
    leader: "Paul",
    name: "Concert de soutien",
    time: "20:30",
    endTime: "22:30",
    location: "Salle des fêtes, place du Marché",
    details: "Au profit de l'épicerie solidaire. Balance à 17 h, repas partagé à 19 h. Tenue sombre.",
    first: 34,
    turnouts: [{ absent: ["Théo"], silent: ["Hugo", "Inès", "Paul", "Zoé", "Élise", "Sarah"] }],
  },
  {
    groupId: DEMO_GROUPS.youth,
    leader: "Lina",
    name: "Soirée jeunes",
    time: "20:00",
    endTime: "22:00",
    location: "Le Local, 12 rue du Moulin",
    every: "two_weeks",
    first: -23,
    turnouts: YOUTH_EVENINGS,
  },
  {
    groupId: DEMO_GROUPS.youth,
    leader: "Lina",
    name: "Journée au lac",
    time: "10:00",
    endTime: "17:00",
    location: "Base de loisirs, lac de Paladru",
    details: "Départ du Local à 8 h 45 en covoiturage. Chacun apporte son pique-nique.",
    requiredRoles: ["Guitare", "Voix"],
    first: 20,
    turnouts: [{ absent: ["Nathan"], silent: ["Hugo", "Adam"], words: { Jade: "Je peux emmener trois personnes." } }],
  },
  {
    groupId: DEMO_GROUPS.prayer,
    leader: "Camille",
    name: "Soirée de prière",
    time: "20:00",
    endTime: "21:15",
    location: "Chapelle Saint-Jean",
    requiredRoles: ["Lead", "Guitare", "Voix"],
    every: "two_weeks",
    first: -26,
    turnouts: [
      { absent: ["Noé"], programme: [AMI, TEL_QUE_JE_SUIS] },
      { absent: ["Manon"], words: { Gabriel: "Je prépare trois chants." }, programme: [GRACE, AMI, GLOIRE] },
    ],
  },
];

/** The pastor's holidays, in days from the next Sunday: nobody else preaches then. */
export const DEMO_ABSENCES: readonly { readonly person: FirstName; readonly from: number; readonly to: number }[] = [
  { person: "Paul", from: 25, to: 32 },
];
