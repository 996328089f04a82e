import type { ComponentProps, ReactNode } from "react";
import { NO_OUTCOME, type Outcome, OutcomeMessage, refusal } from "#client/forms/use-action.tsx";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import { errorCodeOf } from "#contract/errors.ts";
import { GroupName } from "#contract/planning/groups.ts";
import type { SubmittedChange } from "#domain/planning/planning-change.ts";
import type { Group } from "#domain/planning/planning.ts";
import { groupWithId } from "#text/groups/groups.ts";

/** The groups as options of a select. Of several groups with the same name, all but the first show their id. */
export function groupOptions(groups: readonly Group[]): { readonly value: string; readonly label: string }[] {
  const seen = new Set<string>();
  return groups.map(({ id, name }) => {
    const label = seen.has(name) ? groupWithId(name, id) : name;
    seen.add(name);
    return { value: id, label };
  });
}

/**
 * Returns a function that validates and trims a typed group name, then submits the change that `changeTo` makes of it.
 * @param done the sentence for a success, with the name
 * @param nameBlank the sentence for an empty name, which differs between the forms (specification §5)
 */
export function useNameSubmission(done: (name: string) => string, failed: string, nameBlank: string) {
  const submit = useSubmit();

  return async (typed: string, changeTo: (name: string) => SubmittedChange): Promise<Outcome> => {
    const { data: name, error } = GroupName.safeParse(typed);
    if (error) {
      const code = errorCodeOf(error.issues[0]?.message ?? "");
      return { status: "wrong", field: "name", code, sentence: code === "group.name_blank" ? nameBlank : undefined };
    }
    const outcome = await submit(changeTo(name));
    if (outcome.status === "refused") return refusal(outcome, failed, ["name"]);
    return { status: "done", sentence: done(name) };
  };
}

interface GroupFormProps extends ComponentProps<"form"> {
  readonly outcome: Outcome;
  /** While pending, the former outcome is hidden, so that screen readers announce the same failure again. */
  readonly isPending: boolean;
  readonly children: ReactNode;
}

/** The layout of a form of the group management: fields, and the outcome below them. */
export function GroupForm({ outcome, isPending, children, ...formProps }: GroupFormProps) {
  return (
    <form
      {...formProps}
      noValidate
      className="group-form [&_input]:min-h-11 [&_select]:min-h-11 [&_select+svg]:top-[13px]"
    >
      <div className="flex flex-col gap-3">{children}</div>
      <OutcomeMessage outcome={isPending ? NO_OUTCOME : outcome} className="*:not-empty:mt-3" />
    </form>
  );
}
