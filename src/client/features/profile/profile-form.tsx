import { KeyRound } from "lucide-react";
import { type SubmitEvent, startTransition, useActionState, useEffect, useRef } from "react";
import { ServicePicker } from "#client/domain-ui/service-picker.tsx";
import { Button } from "#client/ui/button.tsx";
import { Alert, StatusMessage } from "#client/ui/message.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { useFleeting } from "#client/ui/use-fleeting.ts";
import { accountText } from "#text/accounts.ts";
import { sentenceOf } from "#text/errors.ts";
import { passwordText } from "#text/passwords.ts";
import { profileOutcome, profileText } from "#text/profile.ts";
import { checkProfile, type ProfileDraft, type ProfileProblem } from "./profile-draft.ts";
import { useProfileSaving } from "./use-profile-saving.ts";

interface ProfileFormProps {
  readonly draft: ProfileDraft;
  readonly onChange: (draft: ProfileDraft) => void;
  /** Whether the person comes back from changing the password: they find themselves where they left. */
  readonly isReturning: boolean;
  readonly onChangePassword: () => void;
}

/** What the form has to say after a press on its button. */
type Outcome =
  | { readonly status: "nothing" }
  | { readonly status: "wrong"; readonly problem: ProfileProblem }
  | { readonly status: "failed"; readonly reason: string }
  | { readonly status: "saved" };

const NOTHING_TO_SAY: Outcome = { status: "nothing" };

export function ProfileForm({ draft, onChange, isReturning, onChangePassword }: ProfileFormProps) {
  const save = useProfileSaving();
  const formRef = useRef<HTMLFormElement>(null);
  const passwordButtonRef = useRef<HTMLButtonElement>(null);

  async function trySave(): Promise<Outcome> {
    const checked = checkProfile(draft);
    if (checked.status === "wrong") return checked;
    const reason = await save(checked.update);
    return reason === null ? { status: "saved" } : { status: "failed", reason };
  }

  const [outcome, submit, isPending] = useActionState(trySave, NOTHING_TO_SAY);
  const saved = useFleeting(outcome.status === "saved" ? outcome : null);
  const problem = outcome.status === "wrong" ? outcome.problem : null;

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault();
    if (!isPending) startTransition(submit);
  }

  useEffect(() => {
    if (isReturning) passwordButtonRef.current?.focus();
  }, [isReturning]);

  useEffect(() => {
    if (problem) focusField(formRef.current, problem.field);
  }, [problem]);

  const isIncomplete = problem?.code === "field.required";

  /** What both names have in common. */
  function nameProps(field: "firstName" | "lastName") {
    const isItsProblem = problem?.field === field && !isIncomplete;
    return {
      name: field,
      value: draft[field],
      onChange: ({ target }: { readonly target: HTMLInputElement }) => onChange({ ...draft, [field]: target.value }),
      error: isItsProblem ? sentenceOf(problem.code) : null,
      "aria-invalid": (isIncomplete && draft[field].trim() === "") || undefined,
    };
  }

  return (
    <form ref={formRef} noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3">
        <TextField {...nameProps("firstName")} label={accountText.firstName} autoComplete="given-name" />
        <TextField {...nameProps("lastName")} label={accountText.lastName} autoComplete="family-name" />
      </div>
      <ServicePicker
        legend={accountText.services}
        value={draft.positions}
        onChange={(positions) => onChange({ ...draft, positions })}
        error={problem?.field === "positions" ? sentenceOf(problem.code) : null}
      />
      {/* Beside the button, which is far from the top where there is little room. No gap while there is nothing to say. */}
      <div className="-mb-4 [&>:not(:empty)]:mb-4">
        {isIncomplete ? <Alert>{sentenceOf("field.required")}</Alert> : null}
        {outcome.status === "failed" ? <Alert detail={outcome.reason}>{profileOutcome.saveFailed}</Alert> : null}
        <StatusMessage>{saved ? profileOutcome.saved : null}</StatusMessage>
      </div>
      <div className="flex flex-col gap-1.5">
        <Button type="submit" variant="primary" size="large" fullWidth isPending={isPending}>
          {profileText.save}
        </Button>
        <Button ref={passwordButtonRef} variant="quiet" fullWidth icon={<KeyRound />} onClick={onChangePassword}>
          {passwordText.change}
        </Button>
      </div>
    </form>
  );
}

/** The services have no field of their own name: their first box stands for them. */
function focusField(form: HTMLFormElement | null, field: keyof ProfileDraft): void {
  const selector = field === "positions" ? "fieldset input" : `[name="${field}"]`;
  form?.querySelector<HTMLInputElement>(selector)?.focus();
}
