import { firstRefused } from "#client/forms/refused-fields.ts";
import { type ErrorCode, errorCodeOf } from "#contract/errors.ts";
import { GroupName } from "#contract/planning/groups.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import type { ChangeProgress } from "./use-group-change.ts";

/** A group's name, trimmed, or its problem. */
export type CheckedGroupName =
  { readonly name: string; readonly problem: null } | { readonly name: null; readonly problem: string };

/** Each form has its own sentence for an empty name (specification §5). */
function sentenceOfName(code: ErrorCode, blankSentence: string): string {
  return code === "group.name_blank" ? blankSentence : sentenceOf(code);
}

/** Validates a typed name. */
export function checkGroupName(typed: string, blankSentence: string): CheckedGroupName {
  const checked = GroupName.safeParse(typed);
  if (checked.success) return { name: checked.data, problem: null };
  return { name: null, problem: sentenceOfName(errorCodeOf(checked.error.issues[0]?.message ?? ""), blankSentence) };
}

/** Why the server refused the name; `null` if it did not. */
export function refusedName(progress: ChangeProgress, blankSentence: string): string | null {
  const refused = progress.status === "refused" ? firstRefused(progress, ["name"]) : null;
  return refused && sentenceOfName(refused.code, blankSentence);
}
