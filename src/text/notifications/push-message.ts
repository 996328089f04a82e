import type { Topic } from "../../domain/notifications/topics.ts";
import type { EventDetails } from "../../domain/planning/planning.ts";
import { shortDay } from "../phrases/short-dates.ts";

/** « dim. 29 nov. · Sans vous, pas de Batterie. »: the date first, so that a cut line still says when. */
export function pushLine({ date, time }: Pick<EventDetails, "date" | "time">, what: string): string {
  return `${shortDay(date)}, ${time} · ${what}`;
}

/** Messages that may be about many events. */
export type OverviewTopic = Extract<Topic, "reminders" | "changes">;

/** « 12 dates changent », « 5 réponses attendues »: for two events and more */
export function overviewTitle(topic: OverviewTopic, count: number): string {
  return topic === "changes" ? `${count} dates changent` : `${count} réponses attendues`;
}

export const pushText = {
  answerMissing: "Il manque votre réponse.",
  requested: "Pouvez-vous venir\u00a0?",
} as const;
