import { describe, expect, it } from "vitest";
import { newPasswordProblem } from "./new-password.ts";

describe("a new password", () => {
  it.each([
    ["is missing before its repetition is", "", "", { field: "newPassword", code: "field.required" }],
    ["must be repeated", "secret", "", { field: "confirmation", code: "field.required" }],
    ["has six characters at least", "short", "other", { field: "newPassword", code: "account.password_too_short" }],
    ["has 128 characters at most", "a".repeat(129), "other", { field: "newPassword", code: "field.too_long" }],
    ["must be repeated as it was", "secret", "Secret", { field: "confirmation", code: "account.password_mismatch" }],
    ["may be spaces, which are characters too", "      ", "      ", null],
    ["of six characters is accepted", "secret", "secret", null],
  ])("%s", (_, newPassword, confirmation, problem) => {
    expect(newPasswordProblem({ newPassword, confirmation })).toEqual(problem);
  });
});
