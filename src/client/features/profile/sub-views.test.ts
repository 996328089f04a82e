import { describe, expect, it } from "vitest";
import { ApiError } from "#client/http/call-api.ts";
import type { ClientErrorCode, ErrorCode } from "#contract/errors.ts";
import { EMPTY_PASSWORDS, passwordChangeProblem, passwordChangeRefusal } from "./sub-views.tsx";

const TYPED = { currentPassword: "ancien", newPassword: "nouveau", confirmation: "nouveau" };

function refusal(code: ErrorCode | ClientErrorCode, retryAfter?: number) {
  return passwordChangeRefusal(new ApiError({ code, retryAfter }));
}

describe("a password change", () => {
  it("asks for the old password first", () => {
    expect(passwordChangeProblem(EMPTY_PASSWORDS)).toEqual({
      status: "wrong",
      field: "currentPassword",
      code: "field.required",
    });
  });

  it("then looks at the new one", () => {
    const problem = passwordChangeProblem({ ...TYPED, confirmation: "Nouveau" });
    expect(problem).toEqual({ status: "wrong", field: "confirmation", code: "account.password_mismatch" });
  });

  it("is sent when all is well", () => {
    expect(passwordChangeProblem(TYPED)).toBeNull();
  });

  it("tells of a wrong old password beside its field", () => {
    const outcome = refusal("account.wrong_old_password");
    expect(outcome).toEqual({ status: "wrong", field: "currentPassword", code: "account.wrong_old_password" });
  });

  it("gives a message of its own alone", () => {
    const sentence = "Trop d'essais. Réessayez dans 30 secondes.";
    expect(refusal("request.too_many", 30)).toEqual({ status: "failed", sentence });
  });

  it.each<[ErrorCode | ClientErrorCode, string]>([
    ["server.unreachable", "Le serveur ne répond pas. Vérifiez votre connexion."],
    ["server.failure", "Un problème est survenu de notre côté. Réessayez dans un instant."],
  ])("says that it failed, then why: %s", (code, reason) => {
    const sentence = "Échec de la modification du mot de passe";
    expect(refusal(code)).toEqual({ status: "failed", sentence, reason });
  });
});
