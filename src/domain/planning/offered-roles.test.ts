import { expect, test } from "vitest";
import { BAND_ROLES } from "../line-up/band-roles.ts";
import { FIRST_SERVICES, type TeamService } from "../people/services.ts";
import { rolesToChoose } from "./offered-roles.ts";

function without(...hidden: readonly string[]): TeamService[] {
  return FIRST_SERVICES.map((service) => ({ ...service, isOffered: !hidden.includes(service.name) }));
}

test("a new planning chooses among the thirteen", () => {
  expect(rolesToChoose(FIRST_SERVICES, [])).toEqual(BAND_ROLES);
});

test("the team's own services are roles, after the others", () => {
  const own = { id: "1", name: "Trompette", isOffered: true, isOwn: true };
  expect(rolesToChoose([...FIRST_SERVICES, own], [])).toEqual([...BAND_ROLES, "Trompette"]);
  expect(rolesToChoose([...FIRST_SERVICES, { ...own, isOffered: false }], [])).toEqual(BAND_ROLES);
});

test("a hidden role stays where it is chosen, and so does one that this page is too old to know", () => {
  expect(rolesToChoose(without("Violon"), ["Violon"])).toContain("Violon");
  expect(rolesToChoose(without("Violon"), ["Tuba"])).toEqual([
    ...BAND_ROLES.filter((role) => role !== "Violon"),
    "Tuba",
  ]);
});

test("one guitar is enough for the guitar's role", () => {
  expect(rolesToChoose(without("Guitare électrique"), [])).toContain("Guitare");
  expect(rolesToChoose(without("Guitare électrique", "Guitare acoustique"), [])).not.toContain("Guitare");
});
