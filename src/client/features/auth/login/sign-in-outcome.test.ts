import { describe, expect, it } from "vitest";
import { ApiError } from "#client/http/call-api.ts";
import { resetProblem, resetRefusal, signInProblem, signInRefusal } from "./sign-in-outcome.ts";

const DRAFT = { email: "camille@exemple.fr", password: "tilleul", rememberMe: false };

describe("before anything is sent", () => {
  it.each([{ email: "" }, { email: "  " }, { password: "" }])("an empty field is asked for: %o", async (empty) => {
    expect(await signInProblem({ ...DRAFT, ...empty })).toEqual({ kind: "credentials-required" });
  });

  it("a malformed e-mail is told beside it", async () => {
    expect(await signInProblem({ ...DRAFT, email: "camille" })).toEqual({
      kind: "wrong",
      field: "email",
      sentence: "Adresse e-mail non valide",
    });
  });

  it("a draft that is well formed has nothing to say", async () => {
    expect(await signInProblem(DRAFT)).toBeNull();
  });

  it.each([
    ["", "Veuillez saisir votre adresse e-mail"],
    ["camille", "Adresse e-mail non valide"],
  ])("a reset for « %s » asks for the e-mail", async (email, sentence) => {
    expect(await resetProblem({ email })).toEqual({ kind: "wrong", field: "email", sentence });
  });
});

describe("a refused sign-in", () => {
  it("for its password has its place beside that field", () => {
    expect(signInRefusal(new ApiError({ code: "account.wrong_password", status: 401 }))).toEqual({
      kind: "wrong-password",
    });
  });

  it.each([
    [new ApiError({ code: "account.not_found", status: 401 }), "User not found"],
    [new ApiError({ code: "server.unreachable" }), "Le serveur ne répond pas. Vérifiez votre connexion."],
    [
      new ApiError({ code: "request.too_many", status: 429, retryAfter: 42 }),
      "Trop d'essais. Réessayez dans 42 secondes.",
    ],
  ])("says its own message: %s", (error, sentence) => {
    expect(signInRefusal(error)).toEqual({ kind: "failed", sentence });
  });

  it("that nobody can explain is « Échec de la connexion »", () => {
    expect(signInRefusal(new ApiError({ code: "server.failure" }))).toMatchObject({
      sentence: "Échec de la connexion",
    });
  });
});

describe("a refused reset", () => {
  it("is « Adresse e-mail non trouvée. » alone, where that is why", () => {
    const outcome = resetRefusal(new ApiError({ code: "account.email_unknown" }));
    expect(outcome).toEqual({ kind: "failed", sentence: "Adresse e-mail non trouvée." });
  });

  it("is the same, with the reason, for a fault of ours", () => {
    expect(resetRefusal(new ApiError({ code: "server.failure" }))).toEqual({
      kind: "failed",
      sentence: "Adresse e-mail non trouvée.",
      reason: "Un problème est survenu de notre côté. Réessayez dans un instant.",
    });
  });

  it.each([
    [new ApiError({ code: "server.unreachable" }), "Le serveur ne répond pas. Vérifiez votre connexion."],
    [new ApiError({ code: "request.too_many", retryAfter: 60 }), "Trop d'essais. Réessayez dans 60 secondes."],
  ])("does not speak of the address when that is not why: %s", (error, sentence) => {
    expect(resetRefusal(error)).toEqual({ kind: "failed", sentence });
  });
});
