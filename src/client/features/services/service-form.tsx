import { Plus } from "lucide-react";
import { startTransition, type SubmitEvent, useActionState, useEffect, useRef, useState } from "react";
import type { ApiError } from "#client/http/api-error.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { failureSentence, sentenceOf } from "#text/errors/errors.ts";
import { servicesText } from "#text/services/services.ts";
import { nameProblem } from "./name-problem.ts";

interface ServiceFormProps {
  /** Resolves with why it failed, or `null`. */
  readonly onAdd: (name: string) => Promise<ApiError | null>;
}

/** Adds a service of the team's own. */
export function ServiceForm({ onAdd }: ServiceFormProps) {
  const [name, setName] = useState("");
  const fieldRef = useRef<HTMLInputElement>(null);

  async function add(): Promise<ReturnType<typeof nameProblem>> {
    const problem = nameProblem(name) ?? nameProblem(name, await onAdd(name.trim()));
    // If another name was typed meanwhile, it stays.
    if (problem === null) setName((typed) => (typed === name ? "" : typed));
    return problem;
  }

  const [problem, submit, isPending] = useActionState(add, null);

  useEffect(() => {
    if (!isPending && fieldRef.current?.form?.contains(document.activeElement)) fieldRef.current.focus();
  }, [isPending]);

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault();
    if (!isPending) startTransition(submit);
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-3">
      <div className="flex flex-col gap-3 sm:flex-row sm:items-start [&_input]:min-h-11">
        <div className="sm:w-[330px]">
          <TextField
            ref={fieldRef}
            label={servicesText.newService}
            placeholder={servicesText.example}
            autoComplete="off"
            value={name}
            onChange={({ target }) => setName(target.value)}
            error={problem?.code ? sentenceOf(problem.code) : null}
          />
        </div>
        {/* Aligned with the field, whatever is below it. */}
        <Button type="submit" variant="primary" icon={<Plus />} isPending={isPending} className="sm:mt-[26px]">
          {servicesText.add}
        </Button>
      </div>
      {problem?.failure ? <Alert detail={failureSentence(problem.failure)}>{servicesText.addFailed}</Alert> : null}
    </form>
  );
}
