import { expect, test } from "vitest";
import { placeLine, placeMail } from "./line-up-mails.ts";

const EVENT = { name: "Culte", date: "2026-11-29", time: "10:00", location: "Temple" };
const LINKS = { unsubscribe: "https://x/u", preferences: "https://x/w", event: "https://x/e" };

test("a person reads what they play, from what to what they move, or that they are no longer on it", () => {
  expect(placeLine({ before: [], now: ["Lead", "Guitare"] })).toBe("Vous jouez\u00a0: Lead et Guitare.");
  expect(placeLine({ before: ["Bass"], now: ["Batterie"] })).toBe("Vous passez de la Bass à la Batterie.");
  expect(placeLine({ before: ["Bass"], now: [] })).toBe("Vous n'êtes plus dans la formation.");
});

test("the mail names everybody on the line-up; who is no longer on it reads that their answer stands", () => {
  const frame = { firstName: "Yannick", event: EVENT, groupName: "Louange", links: LINKS };
  const lineUp = [
    { role: "Lead" as const, name: "Hélène Brunet" },
    { role: "Batterie" as const, name: "Yannick Morel" },
  ];
  const on = placeMail({ ...frame, before: ["Bass"], now: ["Batterie"], lineUp });
  expect(on.subject).toBe("Votre place change\u00a0: Batterie, Culte, dimanche 29 novembre");
  expect(on.events?.[0]?.details).toEqual(["Lead\u00a0: Hélène Brunet", "Batterie\u00a0: Yannick Morel"]);
  const off = placeMail({ ...frame, before: ["Bass"], now: [], lineUp });
  expect(off.subject).toBe("Vous ne jouez plus, Culte, dimanche 29 novembre");
  expect(off.events?.[0]?.details).toEqual([]);
  expect(off.closing).toEqual(["Votre réponse reste la même\u00a0: vous comptez toujours parmi les présents."]);
});
