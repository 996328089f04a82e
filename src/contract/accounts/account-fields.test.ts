import { describe, expect, test } from "vitest";
import { Email } from "./account-fields.ts";

const SOCIETE = "jean@xn--socit-esab.fr";

describe("an e-mail address", () => {
  test.each([
    "jean@société.fr",
    "  Jean@SOCIÉTÉ.FR ",
    "jean@socie\u0301te\u0301.fr",
    "jean@xn--socit-esab.fr",
    "JEAN@XN--SOCIT-ESAB.FR",
    "jean@ｓｏｃｉété.fr",
    "jean@société。fr",
  ])("%j is the one that mail servers know by an ASCII domain", (typed) => {
    expect(Email.parse(typed)).toBe(SOCIETE);
    expect(Email.parse(SOCIETE)).toBe(SOCIETE);
  });

  test.each([
    ["jean@пример.рф", "jean@xn--e1afmkfd.xn--p1ai"],
    ["jean@straße.de", "jean@xn--strae-oqa.de"],
    ["jean.petit+chant@musique.l·l.cat", "jean.petit+chant@musique.xn--ll-0ea.cat"],
    ["jean@example.org", "jean@example.org"],
  ])("%s is stored as %s", (typed, stored) => {
    expect(Email.parse(typed)).toBe(stored);
  });

  test.each([
    // Few mail servers deliver to an accented name before the @ (SMTPUTF8).
    "élise@example.org",
    "élise@société.fr",
    "jean@société",
    "jean@société.fr/example.org",
    "jean@société.fr:25",
    "jean@société.fr#x",
    "jean@société.fr?x",
    "jean@a@société.fr",
    "jean@soci été.fr",
    "jean@.société.fr",
    "jean@société..fr",
    "jean@１２７.0.0.1",
    "jean@société.\u202Efr",
    `jean@${"é".repeat(300)}.fr`,
    "@société.fr",
    "jean",
  ])("%j is none", (typed) => {
    expect(Email.safeParse(typed).success).toBe(false);
  });
});
