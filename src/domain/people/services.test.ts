import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { areServicesCompatible, isGuitar, isService, SERVICES, toggleService, unitedServices } from "./services.ts";

describe("services", () => {
  test("are the fourteen of the specification, in its order", () => {
    expect(SERVICES.join(", ")).toBe(
      "DM, Guitare acoustique, Guitare électrique, Bass, Piano, Clavier, Batterie, Percussions, Violon, Saxophone, " +
        "Voix, Lead, Sono, Pasteur",
    );
  });

  test("are known by their exact name", () => {
    expect(isService("Guitare acoustique")).toBe(true);
    expect(isService("guitare acoustique")).toBe(false);
    expect(isService("Triangle")).toBe(false);
  });

  test("two of them are guitars", () => {
    expect(SERVICES.filter(isGuitar)).toEqual(["Guitare acoustique", "Guitare électrique"]);
  });
});

describe("choosing services", () => {
  test("picking one adds it in the order of the list", () => {
    expect(toggleService(["Lead"], "Bass")).toEqual(["Bass", "Lead"]);
  });

  test("picking one again takes it out", () => {
    expect(toggleService(["Bass", "Lead"], "Bass")).toEqual(["Lead"]);
  });

  test("picking a guitar takes out the other guitar and nothing else", () => {
    expect(toggleService(["Guitare acoustique", "Voix"], "Guitare électrique")).toEqual(["Guitare électrique", "Voix"]);
    expect(toggleService(["Guitare électrique", "Voix"], "Guitare acoustique")).toEqual(["Guitare acoustique", "Voix"]);
  });

  test("picking another service keeps the guitar", () => {
    expect(toggleService(["Guitare acoustique"], "Voix")).toEqual(["Guitare acoustique", "Voix"]);
  });

  test("a service that a newer version added stays, after the known ones", () => {
    expect(toggleService(["Cornemuse", "Lead"], "Bass")).toEqual(["Bass", "Lead", "Cornemuse"]);
    expect(toggleService(["Cornemuse", "Guitare acoustique"], "Guitare électrique")).toEqual([
      "Guitare électrique",
      "Cornemuse",
    ]);
  });

  test("a service of the team's own is picked like others, and comes last", () => {
    expect(toggleService(["Lead"], "Cor")).toEqual(["Lead", "Cor"]);
    expect(toggleService(["Lead", "Cor"], "Cor")).toEqual(["Lead"]);
    expect(areServicesCompatible(["Cor", "Guitare électrique"])).toBe(true);
  });

  test("any series of presses leaves a selection that a person may hold", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...SERVICES)), (presses) => {
        let selection: string[] = [];
        for (const pressed of presses) {
          const wasIn = selection.includes(pressed);
          selection = toggleService(selection, pressed);
          expect(selection.includes(pressed)).toBe(!wasIn);
          expect(areServicesCompatible(selection)).toBe(true);
        }
      }),
    );
  });

  test("both guitars, or one service twice, do not go together", () => {
    expect(areServicesCompatible(["Guitare acoustique", "Guitare électrique"])).toBe(false);
    expect(areServicesCompatible(["Voix", "Voix"])).toBe(false);
    expect(areServicesCompatible([])).toBe(true);
  });
});

describe("the services of two rows of one person", () => {
  test("are those of both, each once and in order", () => {
    expect(unitedServices(["Voix", "Piano"], ["Cornet", "Bass", "Voix"], null)).toEqual([
      "Bass",
      "Piano",
      "Voix",
      "Cornet",
    ]);
  });

  test("have one guitar, the chosen one where the rows have both", () => {
    const rows = [["Guitare acoustique", "Voix"], ["Guitare électrique"]] as const;
    expect(unitedServices(...rows, "Guitare électrique")).toEqual(["Guitare électrique", "Voix"]);
    expect(unitedServices(...rows, null)).toEqual(["Voix"]);
    expect(unitedServices(["Guitare acoustique"], ["Voix"], null)).toEqual(["Guitare acoustique", "Voix"]);
  });
});
