import { ProfileUpdate } from "#contract/account-forms.ts";
import type { UserRow } from "#contract/accounts.ts";
import { type ErrorCode, isErrorCode } from "#contract/errors.ts";
import type { Service } from "#domain/services.ts";

/** What the profile's form holds, as typed. */
export interface ProfileDraft {
  readonly firstName: string;
  readonly lastName: string;
  readonly positions: readonly Service[];
}

export interface ProfileProblem {
  readonly field: keyof ProfileDraft;
  readonly code: ErrorCode;
}

/** A draft is right, or says the first thing to mend. */
type CheckedProfile =
  | { readonly status: "valid"; readonly update: ProfileUpdate }
  | { readonly status: "wrong"; readonly problem: ProfileProblem };

/** The order in which problems are told, which is the order of the fields. */
const FIELDS = ["firstName", "lastName", "positions"] as const;

export function draftOf({ firstName, lastName, positions }: UserRow): ProfileDraft {
  return { firstName, lastName, positions };
}

export function checkProfile(draft: ProfileDraft): CheckedProfile {
  const { data, error } = ProfileUpdate.safeParse(draft);
  if (data) return { status: "valid", update: data };
  const problems = FIELDS.flatMap((field) => {
    const issue = error.issues.find(({ path }) => path[0] === field);
    return issue ? [{ field, code: isErrorCode(issue.message) ? issue.message : ("request.invalid" as const) }] : [];
  });
  const [first = { field: "firstName", code: "request.invalid" } as const] = problems;
  return { status: "wrong", problem: first };
}
