import { describe, expect, test } from "vitest";
import type { Person } from "../people/people.ts";
import {
  answerOf,
  type AvailabilityEntry,
  entriesFor,
  givenAnswerOf,
  noteOf,
  peopleWhoAnswered,
  peopleWithoutAnswer,
  presentPeople,
  withAnswer,
} from "./availability.ts";

const camille: Person = { id: "c", firstName: "Camille", lastName: "Perrin", positions: ["Voix", "Lead"] };
const david: Person = { id: "d", firstName: "David", lastName: "Colin", positions: [] };

describe("the entries of an answer", () => {
  test("present leaves one entry for each service", () => {
    expect(entriesFor(camille, "present")).toEqual([
      { userId: "c", userName: "Camille Perrin", position: "Voix", status: "present" },
      { userId: "c", userName: "Camille Perrin", position: "Lead", status: "present" },
    ]);
  });

  test("absent leaves a single entry with the first service", () => {
    expect(entriesFor(camille, "absent")).toEqual([
      { userId: "c", userName: "Camille Perrin", position: "Voix", status: "absent" },
    ]);
  });

  test.each(["present", "absent"] as const)("%s without a service leaves a single entry « Non spécifié »", (answer) => {
    expect(entriesFor(david, answer)).toEqual([
      { userId: "d", userName: "David Colin", position: "Non spécifié", status: answer },
    ]);
  });
});

describe("answering", () => {
  const answered = withAnswer(withAnswer([], david, "present"), camille, "present");

  test("replaces all that the person had said before and nothing else", () => {
    expect(withAnswer(answered, camille, "absent")).toEqual([
      ...entriesFor(david, "present"),
      ...entriesFor(camille, "absent"),
    ]);
  });

  test("can be taken back", () => {
    expect(withAnswer(answered, camille, null)).toEqual(entriesFor(david, "present"));
  });

  test("is known of each person", () => {
    const mixed = withAnswer(answered, david, "absent");
    expect(answerOf(mixed, "c")).toBe("present");
    expect(answerOf(mixed, "d")).toBe("absent");
    expect(answerOf(mixed, "nobody")).toBeNull();
  });
});

describe("people, not entries", () => {
  const availability: AvailabilityEntry[] = [
    ...entriesFor(camille, "present"),
    ...entriesFor(david, "present"),
    { userId: "a", userName: "Anaïs Rousseau", position: "Saxophone", status: "absent" },
  ];

  test("somebody with two services is counted once, with both", () => {
    expect(presentPeople(availability)).toEqual([
      { userId: "c", userName: "Camille Perrin", positions: ["Voix", "Lead"] },
      { userId: "d", userName: "David Colin", positions: [] },
    ]);
  });

  test("the absent are told apart", () => {
    expect(peopleWhoAnswered(availability, "absent")).toEqual([
      { userId: "a", userName: "Anaïs Rousseau", positions: ["Saxophone"] },
    ]);
  });

  test("those who said nothing are neither present nor absent", () => {
    const yannick = { id: "y", name: "Yannick" };
    expect(peopleWithoutAnswer([{ id: "c", name: "Camille" }, yannick, { id: "a", name: "A" }], availability)).toEqual([
      yannick,
    ]);
  });
});

describe("what goes with an answer", () => {
  const inAbsence = entriesFor(camille, "absent", { source: "absence" });

  test("is a word, who gave it, and whether it follows from an absence; what is not set is absent", () => {
    expect(noteOf({ comment: "En retard", saidBy: "d", source: "absence" })).toEqual({
      comment: "En retard",
      saidBy: "d",
      source: "absence",
    });
    expect(noteOf({})).toEqual({});
  });

  test("an absence is no given answer", () => {
    expect([answerOf(inAbsence, "c"), givenAnswerOf(inAbsence, "c")]).toEqual(["absent", null]);
    expect(givenAnswerOf(entriesFor(camille, "absent"), "c")).toBe("absent");
  });

  test("the word stays with the same answer, and goes with another or when it is emptied", () => {
    const late = withAnswer([], camille, "present", { comment: "En retard", saidBy: "d" });
    expect(late[0]).toMatchObject({ comment: "En retard", saidBy: "d" });
    const confirmed = withAnswer(late, camille, "present");
    expect(confirmed[0]).toMatchObject({ comment: "En retard" });
    expect(confirmed[0]).not.toHaveProperty("saidBy");
    expect(withAnswer(late, camille, "absent")[0]).not.toHaveProperty("comment");
    expect(withAnswer(late, camille, "present", { comment: "" })[0]).not.toHaveProperty("comment");
  });
});
