import { describe, expect, test } from "vitest";
import { answeredFor, type EntrustablePerson, entrustedTo } from "./guardians.ts";

function person(id: string, guardianIds?: readonly string[]): EntrustablePerson {
  return { id, firstName: id, lastName: "Petit", positions: [], ...(guardianIds && { guardianIds }) };
}

const anna = person("anna");
const lea = person("lea", ["anna", "paul"]);
const noe = person("noe", ["paul"]);
const people = [anna, lea, noe];

test("a person is entrusted to each of their guardians, and to nobody else", () => {
  expect(entrustedTo(people, "anna")).toEqual([lea]);
  expect(entrustedTo(people, "paul")).toEqual([lea, noe]);
  expect(entrustedTo(people, "lea")).toEqual([]);
});

describe("in a group, a user answers", () => {
  test("for themself and for those entrusted to them, where all are members", () => {
    expect(answeredFor(people, "anna", ["anna", "lea"])).toEqual({ isOwn: true, entrusted: [lea] });
  });

  test("for those entrusted to them alone, where they are no member", () => {
    expect(answeredFor(people, "paul", ["noe"])).toEqual({ isOwn: false, entrusted: [noe] });
  });

  test("for themself alone, where nobody who is entrusted to them is a member", () => {
    expect(answeredFor(people, "anna", ["noe"])).toEqual({ isOwn: true, entrusted: [] });
    expect(answeredFor(people, "noe", ["noe"])).toEqual({ isOwn: true, entrusted: [] });
  });

  test("for themself alone, as long as its members are not known", () => {
    expect(answeredFor(people, "paul", null)).toEqual({ isOwn: true, entrusted: [] });
  });
});
