import { firstRefused } from "#client/forms/refused-fields.ts";
import type { ApiError } from "#client/http/api-error.ts";
import { type ErrorCode, errorCodeOf } from "#contract/errors.ts";
import { NewServiceName } from "#contract/services.ts";

/** What is wrong with the name, or why the call failed that was to write it. */
type NameProblem =
  { readonly code: ErrorCode; readonly failure?: never } | { readonly failure: ApiError; readonly code?: never };

/** `null` where the name can be sent, or was taken. */
export function nameProblem(name: string, failure?: ApiError | null): NameProblem | null {
  if (failure === undefined) {
    const issue = NewServiceName.safeParse(name).error?.issues[0];
    return issue ? { code: errorCodeOf(issue.message) } : null;
  }
  if (failure === null) return null;
  if (failure.code === "service.exists" || failure.code === "service.too_many") return { code: failure.code };
  const refused = firstRefused(failure, ["name"]);
  return refused ? { code: refused.code } : { failure };
}
