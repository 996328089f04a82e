import { expect, test } from "vitest";
import type { Answer } from "../../domain/availability/availability.ts";
import { changeMail } from "./event-mails.ts";

const LINKS = { unsubscribe: "https://x/u", preferences: "https://x/w", event: "https://x/e" };
const DETAILS = { name: "Culte", date: "2026-11-29", time: "10:00", location: "Temple" };

test.each<[string, Answer | null, string]>([
  ["a given answer stands", "present", "Votre réponse reste la même si vous ne faites rien."],
  ["whoever is asked again has none any more", null, "On attend votre réponse."],
])("a mail of a moved event says that %s", (_, answer, sentence) => {
  const answerable = { event: DETAILS, answers: { present: "https://x/p", absent: "https://x/a" }, stake: null };
  const news = { kind: "moved", was: { time: "09:00" } } as const;
  const frame = { firstName: "Yannick", others: [], groupNames: ["Louange"], links: LINKS };
  expect(changeMail({ ...frame, changes: [{ details: DETAILS, news, answer, answerable }] }).closing).toEqual([
    sentence,
  ]);
});
