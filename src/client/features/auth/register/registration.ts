import { type StoredFields, storedText } from "#client/session/stored-draft.ts";
import type { InvitedPerson } from "#contract/accounts/invitations.ts";
import { type ErrorCode, errorCodeOf } from "#contract/errors.ts";
import { SignUp } from "#contract/sign-in/sign-in.ts";
import { fullName } from "#domain/people/people.ts";
import type { Service } from "#domain/people/services.ts";

export interface RegistrationDraft {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
  readonly positions: readonly string[];
}

export interface RegistrationProblem {
  readonly field: keyof RegistrationDraft;
  readonly code: ErrorCode;
}

/** Problems are reported in the order of the fields. */
export const FIELDS = ["firstName", "lastName", "email", "password", "confirmation", "positions"] as const;

export const EMPTY_REGISTRATION: RegistrationDraft = {
  firstName: "",
  lastName: "",
  email: "",
  password: "",
  confirmation: "",
  positions: [],
};

/** The draft that an earlier visit stored, without services that are no longer offered. Passwords are never stored. */
export function storedRegistration(stored: StoredFields, offered: readonly Service[]): RegistrationDraft {
  return {
    ...EMPTY_REGISTRATION,
    firstName: storedText(stored, "firstName"),
    lastName: storedText(stored, "lastName"),
    email: storedText(stored, "email"),
    positions: offered.filter((service) => stored["positions"]?.includes(service)),
  };
}

/** Fills the empty fields with the data of the invited person. */
export function filledIn(draft: RegistrationDraft, { firstName, lastName, email, positions }: InvitedPerson) {
  return {
    ...draft,
    firstName: draft.firstName || firstName,
    lastName: draft.lastName || lastName,
    email: draft.email || (email ?? ""),
    positions: draft.positions.length > 0 ? draft.positions : positions,
  };
}

/** The request body for a draft, without chosen services that the form does not show (`shown`). */
export function signUpOf(draft: RegistrationDraft, invitation: string | null, shown: readonly Service[]): SignUp {
  const { firstName, lastName, email, password, positions } = draft;
  const name = fullName({ firstName: firstName.trim(), lastName: lastName.trim() });
  return {
    firstName,
    lastName,
    name,
    email,
    password,
    positions: positions.filter((service) => shown.includes(service)),
    ...(invitation !== null && { invitation }),
  };
}

/** The first problem to fix: empty fields first, then field by field. `null` if there is none. */
export function registrationProblem(draft: RegistrationDraft, shown: readonly Service[]): RegistrationProblem | null {
  const issues = SignUp.safeParse(signUpOf(draft, null, shown)).error?.issues ?? [];
  const codes = new Map<unknown, ErrorCode>();
  // Reversed, so that the first issue of a field wins: an empty e-mail is reported as missing, not as malformed.
  for (const { path, message } of issues.toReversed()) codes.set(path[0], errorCodeOf(message));
  if (draft.password === "") codes.set("password", "field.required");
  if (draft.confirmation === "") codes.set("confirmation", "field.required");
  else if (draft.confirmation !== draft.password) codes.set("confirmation", "account.password_mismatch");
  const problems = FIELDS.flatMap((field) => {
    const code = codes.get(field);
    return code ? [{ field, code }] : [];
  });
  return problems.find(({ code }) => code === "field.required") ?? problems[0] ?? null;
}
