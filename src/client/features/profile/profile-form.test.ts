import { describe, expect, it } from "vitest";
import { checkProfile, storedProfile, type ProfileDraft } from "./profile-form.tsx";

const CAMILLE: ProfileDraft = { firstName: "Camille", lastName: "Perrin", positions: ["Lead", "Voix"] };

describe("a profile", () => {
  it("is sent without the space around its names", () => {
    const checked = checkProfile({ ...CAMILLE, firstName: " Camille ", lastName: "Perrin " });
    expect(checked).toEqual({ update: CAMILLE });
  });

  it("keeps a service that a newer version of the page added", () => {
    const positions = ["Cornemuse", "Voix"];
    expect(checkProfile({ ...CAMILLE, positions })).toEqual({
      update: { ...CAMILLE, positions: ["Voix", "Cornemuse"] },
    });
    expect(storedProfile({ ...CAMILLE, positions }).positions).toEqual(positions);
  });

  it("is restored with the fields that were changed, and no other", () => {
    expect(storedProfile(null)).toEqual({});
    expect(storedProfile({ firstName: "Cam" })).toEqual({ firstName: "Cam" });
    expect(storedProfile({ positions: [] })).toEqual({ positions: [] });
  });

  it.each<[string, Partial<ProfileDraft>, string, string]>([
    ["needs a first name", { firstName: "  " }, "firstName", "field.required"],
    ["needs a last name", { lastName: "" }, "lastName", "field.required"],
    ["needs a service", { positions: [] }, "positions", "account.services_required"],
    [
      "takes one guitar at most",
      { positions: ["Guitare acoustique", "Guitare électrique"] },
      "positions",
      "account.services_incompatible",
    ],
    ["takes no endless name", { lastName: "a".repeat(201) }, "lastName", "field.too_long"],
    ["tells a missing name before missing services", { lastName: " ", positions: [] }, "lastName", "field.required"],
  ])("%s", (_, change, field, code) => {
    expect(checkProfile({ ...CAMILLE, ...change })).toEqual({ problem: { status: "wrong", field, code } });
  });
});
