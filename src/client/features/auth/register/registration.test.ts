import { describe, expect, it } from "vitest";
import { EMPTY_REGISTRATION, filledIn, type RegistrationDraft, registrationProblem, signUpOf } from "./registration.ts";

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
    expect(registrationProblem(CAMILLE)).toBeNull();
  });

  it.each(["firstName", "lastName", "email", "password", "confirmation"] as const)("is an empty field: %s", (field) => {
    expect(registrationProblem({ ...CAMILLE, [field]: "" })).toEqual({ field, code: "field.required" });
  });

  it("is the empty field even where others are wrong", () => {
    const draft = { ...CAMILLE, email: "camille", password: "abc", confirmation: "", positions: [] };
    expect(registrationProblem(draft)).toEqual({ field: "confirmation", code: "field.required" });
  });

  it("is the first of several empty fields", () => {
    expect(registrationProblem(EMPTY_REGISTRATION)).toEqual({ field: "firstName", code: "field.required" });
  });

  it("is a name of blanks, which is empty", () => {
    expect(registrationProblem({ ...CAMILLE, lastName: "   " })).toEqual({ field: "lastName", code: "field.required" });
  });

  it("is then a malformed e-mail, a short password, a mismatch, no service, in this order", () => {
    const steps: Partial<RegistrationDraft>[] = [
      { email: "camille@" },
      { password: "court" },
      { confirmation: "autre" },
      { positions: [] },
    ];
    const codes = steps.map((_, step) => registrationProblem(Object.assign({}, CAMILLE, ...steps.slice(step)))?.code);
    expect(codes).toEqual([
      "account.email_invalid",
      "account.password_too_short",
      "account.password_mismatch",
      "account.services_required",
    ]);
  });

  it("is a text that is too long", () => {
    expect(registrationProblem({ ...CAMILLE, firstName: "a".repeat(201) })?.code).toBe("field.too_long");
  });

  it("keeps a password's blanks, which belong to it", () => {
    expect(registrationProblem({ ...CAMILLE, password: "      ", confirmation: "      " })).toBeNull();
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
    expect(signUpOf(CAMILLE, null)).toEqual({
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
    expect(registrationProblem(draft)).toBeNull();
    expect(signUpOf(draft, null).positions).toEqual(["Voix"]);
  });

  it("has the invitation that the address carried", () => {
    expect(signUpOf(CAMILLE, "token")).toMatchObject({ invitation: "token" });
  });
});
