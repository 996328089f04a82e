import type { Person } from "../../src/domain/people/people.ts";
import type { Service } from "../../src/domain/people/services.ts";

/** How soon, and how reliably, a person answers. */
export type Habit = "prompt" | "reminded" | "slow" | "silent";

interface Habits {
  /** Average days between two looks at the planning without a message. */
  readonly looksEvery: number;
  /** The share of messages that they act on. */
  readonly repliesToMessage: number;
  /** The share of personal requests that they act on. */
  readonly repliesToRequest: number;
}

/** The assumptions about people. They are invented, not measured, so each result comes with a sensitivity analysis. */
export interface Model {
  readonly habits: Readonly<Record<Habit, Habits>>;
  /** Added to each person's share of events to which they can come. */
  readonly comesMore: number;
  /** A look answers this share of the events in the next `looksAhead` days. */
  readonly answersAtLook: number;
  readonly looksAhead: number;
  /** Hours from a message to the answer, on average; nobody answers at night. */
  readonly replyHours: number;
  /** The share of people who can come but are prevented later, in the last `dropOutDays` days. */
  readonly dropsOut: number;
  readonly dropOutDays: number;
  /** The share of these people who withdraw a given « present ». */
  readonly saysDropOut: number;
  /** The share of absences in holidays that are entered. */
  readonly entersAbsence: number;
  /** The share of events at which the leader looks, four days before at noon. */
  readonly leaderLooks: number;
  /** The share of drop-outs on which the leader acts. */
  readonly leaderReacts: number;
  /** How many hours each person has to answer a request before the next one is asked. */
  readonly hoursToAnswer: number;
  /** Whether people act on a request to everybody as on a personal one. */
  readonly isMassRequestPersonal: boolean;
  /** How much each message of the last 14 days lowers the share of messages that are acted on. */
  readonly fatigue: number;
}

export const MODEL: Model = {
  habits: {
    prompt: { looksEvery: 6, repliesToMessage: 0.9, repliesToRequest: 0.95 },
    reminded: { looksEvery: 20, repliesToMessage: 0.65, repliesToRequest: 0.85 },
    slow: { looksEvery: 45, repliesToMessage: 0.35, repliesToRequest: 0.6 },
    silent: { looksEvery: Infinity, repliesToMessage: 0.05, repliesToRequest: 0.2 },
  },
  comesMore: 0,
  answersAtLook: 0.9,
  looksAhead: 28,
  replyHours: 5,
  dropsOut: 0.05,
  dropOutDays: 12,
  saysDropOut: 0.85,
  entersAbsence: 0.7,
  leaderLooks: 0.8,
  leaderReacts: 0.9,
  hoursToAnswer: 12,
  isMassRequestPersonal: false,
  fatigue: 0,
};

export interface Musician extends Person {
  readonly habit: Habit;
  /** The share of events to which they can come, holidays aside. */
  readonly comes: number;
}

function musician(id: string, habit: Habit, comes: number, ...positions: Service[]): Musician {
  return { id, firstName: id, lastName: "", positions, habit, comes };
}

/** Two or three people for each critical role, and one singer. */
export const TEAM: readonly Musician[] = [
  musician("Anna", "prompt", 0.9, "Guitare acoustique", "Lead"),
  musician("Ben", "reminded", 0.85, "Piano", "Lead"),
  musician("Chloé", "reminded", 0.85, "Batterie"),
  musician("David", "slow", 0.8, "Batterie", "Percussions"),
  musician("Élise", "prompt", 0.9, "Bass"),
  musician("Fabien", "reminded", 0.8, "Guitare électrique", "Bass"),
  musician("Gaëlle", "reminded", 0.85, "Piano", "Voix"),
  musician("Hugo", "slow", 0.75, "Guitare électrique"),
  musician("Inès", "prompt", 0.85, "Lead", "Voix"),
  musician("Jules", "reminded", 0.9, "Sono"),
  musician("Karine", "reminded", 0.8, "Sono", "Voix"),
  musician("Léo", "prompt", 0.9, "Pasteur"),
  musician("Marie", "reminded", 0.8, "Pasteur", "Lead"),
  musician("Noé", "silent", 0.8, "Voix"),
];

/** Anna leads and acts; Léo is the other admin. */
export const ADMIN_IDS: readonly string[] = ["Anna", "Léo"];
