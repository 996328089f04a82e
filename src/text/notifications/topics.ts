import type { Topic } from "../../domain/notifications/topics.ts";

const NAMES: Readonly<Record<Topic, string>> = {
  reminders: "Rappels",
  changes: "Changements d'un événement",
  requests: "Demandes",
  place: "Ma place dans la formation",
  drop_outs: "Désistements",
};

export function topicName(topic: Topic): string {
  return NAMES[topic];
}
