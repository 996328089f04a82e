import { GroupName } from "#contract/planning-calls.ts";
import { sentenceOf } from "#text/errors.ts";

/** A group's name, trimmed, or what is wrong with it. */
export type CheckedGroupName =
  { readonly name: string; readonly problem: null } | { readonly name: null; readonly problem: string };

/** Checks a typed name; an empty one is `blankSentence`, which each form has its own of (specification §5). */
export function checkGroupName(typed: string, blankSentence: string): CheckedGroupName {
  const checked = GroupName.safeParse(typed);
  if (checked.success) return { name: checked.data, problem: null };
  return { name: null, problem: typed.trim() === "" ? blankSentence : sentenceOf("field.too_long") };
}
