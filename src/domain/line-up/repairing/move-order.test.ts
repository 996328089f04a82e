import { expect, test } from "vitest";
import type { BandRole } from "../band-roles.ts";
import { inAnnouncementOrder } from "./move-order.ts";

function change(name: string, from: readonly BandRole[], to: readonly BandRole[]) {
  return { name, from, to };
}

function told(...changes: ReturnType<typeof change>[]): string {
  return inAnnouncementOrder(changes)
    .map(({ name }) => name)
    .join(" ");
}

test("whoever takes a free role is told first, then whoever follows them", () => {
  const anna = change("Anna", [], ["Lead"]);
  const paul = change("Paul", ["Lead"], ["Piano"]);
  const zoe = change("Zoé", ["Piano"], ["Sono"]);
  expect(told(anna, paul, zoe)).toBe("Zoé Paul Anna");
});

test("one chain is told to its end before the next begins, the earliest role first", () => {
  const anna = change("Anna", ["Bass"], ["Lead"]);
  const paul = change("Paul", [], ["Batterie"]);
  const zoe = change("Zoé", [], ["Bass"]);
  expect(told(anna, zoe, paul)).toBe("Anna Zoé Paul");
  expect(told(anna, paul, zoe)).toBe("Anna Zoé Paul");
});

test("a role that somebody keeps is in nobody's way", () => {
  const anna = change("Anna", ["Lead"], ["Lead", "Piano"]);
  const paul = change("Paul", ["Piano", "Lead"], ["Bass"]);
  expect(told(anna, paul)).toBe("Paul Anna");
});

test("people who swap roles follow each other", () => {
  const anna = change("Anna", ["Lead"], ["Bass"]);
  const paul = change("Paul", ["Piano"], ["Lead"]);
  const zoe = change("Zoé", ["Bass"], ["Piano"]);
  expect(told(anna, paul, zoe)).toBe("Anna Paul Zoé");
  expect(told(anna, zoe, paul)).toBe("Anna Paul Zoé");
});

test("whoever only waits for a swap is told after it, and a swap that waits for another one after that", () => {
  const waits = change("Dina", [], ["Lead"]);
  const anna = change("Anna", ["Lead", "Bass"], ["Piano"]);
  const paul = change("Paul", ["Piano"], ["Bass"]);
  expect(told(waits, anna, paul)).toBe("Anna Dina Paul");
  const first = change("Élise", ["Sono"], ["Violon", "Pasteur"]);
  const second = change("Fanny", ["Violon"], ["Sono"]);
  const third = change("Gil", ["Pasteur", "Voix"], ["Clavier"]);
  const fourth = change("Hugo", ["Clavier"], ["Voix"]);
  expect(told(first, second, third, fourth)).toBe("Gil Hugo Élise Fanny");
});

test("nothing to tell stays nothing", () => {
  expect(inAnnouncementOrder([])).toEqual([]);
});
