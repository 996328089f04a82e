import { isErrorCode } from "#contract/errors.ts";
import { GroupName } from "#contract/planning/groups.ts";
import { sentenceOf } from "#text/errors/errors.ts";

/** A group's name, trimmed, or its problem. */
export type CheckedGroupName =
  { readonly name: string; readonly problem: null } | { readonly name: null; readonly problem: string };

/** Validates a typed name. `blankSentence` is the problem of an empty one; each form has its own (specification §5). */
export function checkGroupName(typed: string, blankSentence: string): CheckedGroupName {
  const checked = GroupName.safeParse(typed);
  if (checked.success) return { name: checked.data, problem: null };
  const code = checked.error.issues.map(({ message }) => message).find(isErrorCode);
  return { name: null, problem: code === "group.name_blank" ? blankSentence : sentenceOf(code ?? "request.invalid") };
}
