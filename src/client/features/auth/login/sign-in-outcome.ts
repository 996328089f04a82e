import { firstRefused } from "#client/forms/refused-fields.ts";
import { type ApiError, lazySchema } from "#client/http/call-api.ts";
import { errorCodeOf } from "#contract/errors.ts";
import { accountOutcome } from "#text/accounts/accounts.ts";
import { accountFailureSentence, accountSentenceOf } from "#text/errors/server-errors.ts";

export interface SignInDraft {
  readonly email: string;
  readonly password: string;
  readonly rememberMe: boolean;
}

/** What the login form shows after an attempt to sign in, or to reset the password. */
export type SignInOutcome =
  | { readonly kind: "nothing" }
  | { readonly kind: "reset-sent" }
  | { readonly kind: "credentials-required" }
  | { readonly kind: "wrong-password" }
  | { readonly kind: "wrong"; readonly field: "email" | "password"; readonly sentence: string }
  | { readonly kind: "failed"; readonly sentence: string; readonly reason?: string };

export const NO_OUTCOME: SignInOutcome = { kind: "nothing" };

/** Loads the schema of a draft. The same download contains the schema of `loadEmail`. */
export const loadSignIn = lazySchema("SignIn");
const loadEmail = lazySchema("Email");

/** The required fields that are empty. Spaces are part of a password. */
export function missingFields({ email, password }: SignInDraft): readonly ("email" | "password")[] {
  const isMissing = { email: email.trim() === "", password: password === "" };
  return (["email", "password"] as const).filter((field) => isMissing[field]);
}

/** Validates a draft before it is sent; `null` if it is valid. @throws ApiError if the schema cannot be loaded */
export async function signInProblem(draft: SignInDraft): Promise<SignInOutcome | null> {
  if (missingFields(draft).length > 0) return { kind: "credentials-required" };
  const issue = (await loadSignIn()).safeParse(draft).error?.issues[0];
  if (!issue) return null;
  const field = issue.path[0] === "email" ? "email" : "password";
  return { kind: "wrong", field, sentence: accountSentenceOf(errorCodeOf(issue.message)) };
}

function refusedField(error: ApiError, fields: readonly ("email" | "password")[]): SignInOutcome | null {
  const refused = firstRefused(error, fields);
  return refused && { kind: "wrong", field: refused.field, sentence: accountSentenceOf(refused.code) };
}

/** Specification §8: a wrong password is reported beside its field, any other error in its own sentence. */
export function signInRefusal(error: ApiError): SignInOutcome {
  const { code } = error;
  if (code === "account.wrong_password") return { kind: "wrong-password" };
  const wrong = refusedField(error, ["email", "password"]);
  if (wrong) return wrong;
  const sentence = accountFailureSentence(error);
  if (code === "server.failure") return { kind: "failed", sentence: accountOutcome.signInFailed, reason: sentence };
  return { kind: "failed", sentence };
}

/** Validates the address for a reset; `null` if it is valid. @throws ApiError if the schema cannot be loaded */
export async function resetProblem({ email }: Pick<SignInDraft, "email">): Promise<SignInOutcome | null> {
  if (email.trim() === "") return { kind: "wrong", field: "email", sentence: accountOutcome.emailMissing };
  if ((await loadEmail()).safeParse(email).success) return null;
  return { kind: "wrong", field: "email", sentence: accountSentenceOf("account.email_invalid") };
}

/**
 * What the form shows after a password reset failed. Specification §8 has one text for it: the address was not found.
 * An unreachable server and too many attempts have their own texts, because they say nothing about the address.
 */
export function resetRefusal(error: ApiError): SignInOutcome {
  const wrong = refusedField(error, ["email"]);
  if (wrong) return wrong;
  const { code } = error;
  const reason = accountFailureSentence(error);
  if (code === "server.unreachable" || code === "request.too_many") return { kind: "failed", sentence: reason };
  if (code === "account.email_unknown") return { kind: "failed", sentence: accountOutcome.resetFailed };
  return { kind: "failed", sentence: accountOutcome.resetFailed, reason };
}
