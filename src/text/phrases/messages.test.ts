import { expect, test } from "vitest";
import { openAnswersMessage, openAnswersSubject, openDates } from "./messages.ts";

const THOMAS = { id: "t", firstName: "Thomas", lastName: "Nguyen", positions: [] };
const CULTE = { name: "Culte", date: "2026-12-06", time: "10:00", location: "Temple" };
const VEILLEE = { name: "Veillée", date: "2026-12-13", time: "20:00", location: "Salle" };

test("a message about several events has a line and an address for each", () => {
  const open = [
    { event: CULTE, address: "https://planning.example.org/events/a" },
    { event: VEILLEE, address: "https://planning.example.org/events/b" },
  ];
  expect(openAnswersMessage(THOMAS, open)).toBe(
    [
      "Bonjour Thomas,",
      "Il nous manque tes 2 réponses pour\u00a0:",
      "- «\u00a0Culte\u00a0», dimanche 6 décembre 2026 à 10:00, Temple\u00a0: https://planning.example.org/events/a",
      "- «\u00a0Veillée\u00a0», dimanche 13 décembre 2026 à 20:00, Salle\u00a0: https://planning.example.org/events/b",
      "Peux-tu nous dire si tu viens\u00a0?",
      "Merci\u00a0!",
    ].join("\n"),
  );
  expect(openAnswersSubject([CULTE, VEILLEE])).toBe("Tes prochaines réponses");
  expect(openDates([CULTE, VEILLEE])).toBe("2 réponses attendues\u00a0: 6 décembre et 13 décembre");
  expect(openDates([CULTE, CULTE, VEILLEE])).toBe("3 réponses attendues\u00a0: 6 décembre et 13 décembre");
});

test("a message about one event speaks of one", () => {
  expect(openAnswersMessage(THOMAS, [{ event: CULTE, address: "/events/a" }])).toContain("ta réponse pour\u00a0:\n- «");
  expect(openAnswersSubject([CULTE])).toBe("Culte");
  expect(openDates([CULTE])).toBe("1 réponse attendue\u00a0: 6 décembre");
});
