import { describe, expect, it } from "vitest";
import { SERVICES } from "#domain/people/services.ts";
import { EMPTY_REGISTRATION, filledIn, type RegistrationDraft, registrationProblem, signUpOf } from "./registration.ts";

const problemOf = (draft: RegistrationDraft) => registrationProblem(draft, SERVICES);

const CAMILLE: RegistrationDraft = {
  firstName: " Camille ",
  lastName: "Perrin",
  email: "Camille.Perrin@exemple.fr",
  password: "tilleul",
  confirmation: "tilleul",
  positions: ["Lead", "Voix"],
};

describe("the first thing to mend in a registration", () => {
  it("is nothing when all is well", () => {
    expect(problemOf(CAMILLE)).toBeNull();
  });

  it.each(["firstName", "lastName", "email", "password", "confirmation"] as const)("is an empty field: %s", (field) => {
    expect(problemOf({ ...CAMILLE, [field]: "" })).toEqual({ field, code: "field.required" });
  });

  it("is the empty field even where others are wrong", () => {
    const draft = { ...CAMILLE, email: "camille", password: "abc", confirmation: "", positions: [] };
    expect(problemOf(draft)).toEqual({ field: "confirmation", code: "field.required" });
  });

  it("is the first of several empty fields", () => {
    expect(problemOf(EMPTY_REGISTRATION)).toEqual({ field: "firstName", code: "field.required" });
  });

  it("is a name of blanks, which is empty", () => {
    expect(problemOf({ ...CAMILLE, lastName: "   " })).toEqual({ field: "lastName", code: "field.required" });
  });

  it("is then a malformed e-mail, a short password, a mismatch, no service, in this order", () => {
    const steps: Partial<RegistrationDraft>[] = [
      { email: "camille@" },
      { password: "court" },
      { confirmation: "autre" },
      { positions: [] },
    ];
    const codes = steps.map((_, step) => problemOf(Object.assign({}, CAMILLE, ...steps.slice(step)))?.code);
    expect(codes).toEqual([
      "account.email_invalid",
      "account.password_too_short",
      "account.password_mismatch",
      "account.services_required",
    ]);
  });

  it("is a text that is too long", () => {
    expect(problemOf({ ...CAMILLE, firstName: "a".repeat(201) })?.code).toBe("field.too_long");
  });

  it("keeps a password's blanks, which belong to it", () => {
    expect(problemOf({ ...CAMILLE, password: "      ", confirmation: "      " })).toBeNull();
  });
});

describe("the form of an invited person", () => {
  const ines = { firstName: "Inès", lastName: "Moreau", email: "ines@example.org", positions: ["Bass" as const] };

  it("has what is known of them", () => {
    expect(filledIn(EMPTY_REGISTRATION, ines)).toEqual({ ...EMPTY_REGISTRATION, ...ines });
    const { email: _, ...withoutAddress } = ines;
    expect(filledIn(EMPTY_REGISTRATION, withoutAddress).email).toBe("");
  });

  it("keeps what they have typed already", () => {
    const typed = { ...EMPTY_REGISTRATION, firstName: "Agnès", positions: ["Voix" as const] };
    expect(filledIn(typed, ines)).toEqual({ ...EMPTY_REGISTRATION, ...ines, firstName: "Agnès", positions: ["Voix"] });
  });
});

describe("what is sent", () => {
  it("has the whole name, and no confirmation", () => {
    expect(signUpOf(CAMILLE, null, SERVICES)).toEqual({
      firstName: " Camille ",
      lastName: "Perrin",
      name: "Camille Perrin",
      email: "Camille.Perrin@exemple.fr",
      password: "tilleul",
      positions: ["Lead", "Voix"],
    });
  });

  it("has no service that this page is too old to know", () => {
    const draft = { ...CAMILLE, positions: ["Voix", "Cornemuse"] };
    expect(problemOf(draft)).toBeNull();
    expect(signUpOf(draft, null, SERVICES).positions).toEqual(["Voix"]);
  });

  it("has the invitation that the address carried", () => {
    expect(signUpOf(CAMILLE, "token", SERVICES)).toMatchObject({ invitation: "token" });
  });
});
