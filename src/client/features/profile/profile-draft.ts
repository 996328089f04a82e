import { ProfileUpdate } from "#contract/own-account.ts";
import type { UserRow } from "#contract/accounts/users.ts";
import { type ErrorCode, errorCodeOf } from "#contract/errors.ts";
import { isService } from "#domain/people/services.ts";
import { type KeptFields, keptText } from "#client/session/kept-draft.ts";

/** The fields of the profile form, as typed. */
export interface ProfileDraft {
  readonly firstName: string;
  readonly lastName: string;
  readonly positions: readonly string[];
}

export interface ProfileProblem {
  readonly field: keyof ProfileDraft;
  readonly code: ErrorCode;
}

/** A valid draft, or the first problem to fix. */
type CheckedProfile =
  | { readonly status: "valid"; readonly update: ProfileDraft }
  | { readonly status: "wrong"; readonly problem: ProfileProblem };

/** Problems are reported in the order of the fields. */
export const FIELDS = ["firstName", "lastName", "positions"] as const;

export function draftOf({ firstName, lastName, positions }: UserRow): ProfileDraft {
  return { firstName, lastName, positions };
}

export function checkProfile(draft: ProfileDraft): CheckedProfile {
  const positions = [...draft.positions.filter(isService), ...draft.positions.filter((name) => !isService(name))];
  const { data, error } = ProfileUpdate.safeParse({ ...draft, positions });
  if (data) return { status: "valid", update: data };
  const problems = FIELDS.flatMap((field) => {
    const issue = error.issues.find(({ path }) => path[0] === field);
    return issue ? [{ field, code: errorCodeOf(issue.message) }] : [];
  });
  const [first = { field: "firstName", code: "request.invalid" } as const] = problems;
  return { status: "wrong", problem: first };
}

/** A half-filled form of an earlier visit. */
export function keptProfile(kept: KeptFields): ProfileDraft {
  const positions = [kept["positions"] ?? []].flat();
  return { firstName: keptText(kept, "firstName"), lastName: keptText(kept, "lastName"), positions };
}
