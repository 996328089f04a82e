import { startTransition, useOptimistic, useState } from "react";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import { Checkbox } from "#client/ui/fields/checkbox.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import type { RefusalCode } from "#contract/planning/submit.ts";
import type { SubmittedChange } from "#domain/planning/planning-change.ts";
import { sentenceOf } from "#text/errors/errors.ts";

interface RoleChoiceProps<Choice> {
  readonly explanation: string;
  readonly all: readonly Choice[];
  /** Those of `all` that are chosen. */
  readonly chosen: readonly Choice[];
  readonly labelOf: (choice: Choice) => string;
  /** Classes of the columns of the list. */
  readonly columns: string;
  readonly change: (chosen: readonly Choice[]) => SubmittedChange;
  /** What is said where nothing is chosen. */
  readonly nothingChosen?: string;
}

/** Boxes of roles, or of pairs of them. Each press is saved. */
export function RoleChoice<Choice>(props: RoleChoiceProps<Choice>) {
  const { explanation, all, labelOf, columns, change, nothingChosen = null } = props;
  // A second press may come before the first one is stored: it adds to it.
  const [chosen, setChosen] = useOptimistic(props.chosen);
  const submit = useSubmit();
  const [refusal, setRefusal] = useState<RefusalCode | null>(null);

  async function toggle(choice: Choice): Promise<void> {
    const wanted = all.filter((each) => chosen.includes(each) !== (each === choice));
    setChosen(wanted);
    const outcome = await submit(change(wanted));
    setRefusal(outcome.status === "refused" ? outcome.code : null);
  }

  return (
    <>
      <p className="mb-3 text-small text-ink-2">{explanation}</p>
      {refusal === null ? null : <Alert>{sentenceOf(refusal)}</Alert>}
      <ul className={`grid gap-x-4 ${columns}`}>
        {all.map((choice) => (
          <li key={labelOf(choice)}>
            <Checkbox
              label={labelOf(choice)}
              checked={chosen.includes(choice)}
              onChange={() => startTransition(() => toggle(choice))}
            />
          </li>
        ))}
      </ul>
      {/* Rendered before it is needed, so that it is announced. */}
      <p aria-live="polite" className="text-small text-ink-2 not-empty:mt-2">
        {chosen.length === 0 ? nothingChosen : null}
      </p>
    </>
  );
}
