import { SignUp } from "#contract/account-forms.ts";
import { type ErrorCode, isErrorCode } from "#contract/errors.ts";
import { fullName } from "#domain/people.ts";
import type { Service } from "#domain/services.ts";

/** What the register screen holds, as typed. */
export interface RegistrationDraft {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
  readonly positions: readonly Service[];
}

export type RegistrationField = keyof RegistrationDraft;

export interface RegistrationProblem {
  readonly field: RegistrationField;
  readonly code: ErrorCode;
}

/** The order in which problems are told, which is the order of the fields. */
const FIELDS = ["firstName", "lastName", "email", "password", "confirmation", "positions"] as const;

export const EMPTY_REGISTRATION: RegistrationDraft = {
  firstName: "",
  lastName: "",
  email: "",
  password: "",
  confirmation: "",
  positions: [],
};

/** What is sent for a draft. */
export function signUpOf(draft: RegistrationDraft, invitation: string | null): SignUp {
  const { firstName, lastName, email, password, positions } = draft;
  const name = fullName({ firstName: firstName.trim(), lastName: lastName.trim() });
  const invited = invitation === null ? {} : { invitation };
  return { firstName, lastName, name, email, password, positions: [...positions], ...invited };
}

/** The first thing to mend: an empty field before anything else, then field by field. `null` when all is well. */
export function registrationProblem(draft: RegistrationDraft): RegistrationProblem | null {
  const problems = problemsOf(draft);
  return problems.find(({ code }) => code === "field.required") ?? problems[0] ?? null;
}

function problemsOf(draft: RegistrationDraft): RegistrationProblem[] {
  const { error } = SignUp.safeParse(signUpOf(draft, null));
  const codes = new Map<RegistrationField, ErrorCode>();
  // The first of a field's issues says it: an empty e-mail is missing before it is malformed.
  for (const { path, message } of error?.issues ?? []) {
    const field = FIELDS.find((name) => name === path[0]);
    if (field && !codes.has(field)) codes.set(field, isErrorCode(message) ? message : "request.invalid");
  }
  if (draft.password === "") codes.set("password", "field.required");
  if (draft.confirmation === "") codes.set("confirmation", "field.required");
  else if (draft.confirmation !== draft.password) codes.set("confirmation", "account.password_mismatch");
  return FIELDS.flatMap((field) => {
    const code = codes.get(field);
    return code ? [{ field, code }] : [];
  });
}
