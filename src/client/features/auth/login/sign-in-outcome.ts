import type { ApiError } from "#client/http/api-error.ts";
import { Email, SignIn } from "#contract/account-forms.ts";
import { isErrorCode } from "#contract/errors.ts";
import { accountOutcome } from "#text/accounts.ts";
import { failureSentence, sentenceOf } from "#text/errors.ts";

/** What the login screen holds, as typed. */
export interface SignInDraft {
  readonly email: string;
  readonly password: string;
  readonly rememberMe: boolean;
}

/** What the login screen has to say after an action. */
export type SignInOutcome =
  | { readonly kind: "nothing" }
  | { readonly kind: "reset-sent" }
  | { readonly kind: "credentials-required" }
  | { readonly kind: "wrong-password" }
  | { readonly kind: "email-problem"; readonly sentence: string }
  | { readonly kind: "failed"; readonly sentence: string; readonly reason?: string };

export const NOTHING_TO_SAY: SignInOutcome = { kind: "nothing" };

/** What is wrong with a draft before anything is sent; `null` when it can be. */
export function signInProblem(draft: SignInDraft): SignInOutcome | null {
  if (draft.email.trim() === "" || draft.password === "") return { kind: "credentials-required" };
  const issue = SignIn.safeParse(draft).error?.issues[0];
  if (!issue) return null;
  const sentence = sentenceOf(isErrorCode(issue.message) ? issue.message : "request.invalid");
  return issue.path[0] === "email" ? { kind: "email-problem", sentence } : { kind: "failed", sentence };
}

/** Specification §8: a wrong password has its place beside its field, any other error its own sentence. */
export function signInRefusal(error: ApiError): SignInOutcome {
  const { code } = error;
  if (code === "account.wrong_password") return { kind: "wrong-password" };
  const sentence = failureSentence(error);
  if (code === "server.failure") return { kind: "failed", sentence: accountOutcome.signInFailed, reason: sentence };
  return { kind: "failed", sentence };
}

/** What is wrong with the e-mail that a reset is asked for; `null` when it can be sent. */
export function resetProblem({ email }: Pick<SignInDraft, "email">): SignInOutcome | null {
  if (email.trim() === "") return { kind: "email-problem", sentence: accountOutcome.emailMissing };
  if (Email.safeParse(email).success) return null;
  return { kind: "email-problem", sentence: sentenceOf("account.email_invalid") };
}

/**
 * Specification §8 has one text for a failed reset; silence and too many tries say nothing of the address. Other faults
 * than the address's give their reason.
 */
export function resetRefusal(error: ApiError): SignInOutcome {
  const { code } = error;
  const reason = failureSentence(error);
  if (code === "server.unreachable" || code === "request.too_many") return { kind: "failed", sentence: reason };
  const isAddress = code === "account.email_unknown";
  return { kind: "failed", sentence: accountOutcome.resetFailed, ...(isAddress ? {} : { reason }) };
}
