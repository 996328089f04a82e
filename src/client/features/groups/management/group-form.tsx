import { type ReactNode, useEffect, useRef, useState } from "react";
import { firstRefused } from "#client/forms/refused-fields.ts";
import { focusField } from "#client/forms/use-form.ts";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import { useExpiringMessage } from "#client/ui/overlays/use-expiring-message.ts";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { type ErrorCode, errorCodeOf } from "#contract/errors.ts";
import { GroupName } from "#contract/planning/groups.ts";
import type { SubmitOutcome } from "#contract/planning/planning-change.ts";
import type { SubmittedChange } from "#domain/planning/planning-change.ts";
import type { Group } from "#domain/planning/planning.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { groupWithId } from "#text/groups/groups.ts";

/** The groups as options of a select. If several have the same name, all but the first show their id. */
export function groupOptions(groups: readonly Group[]): { readonly value: string; readonly label: string }[] {
  const seen = new Set<string>();
  return groups.map(({ id, name }) => {
    const label = seen.has(name) ? groupWithId(name, id) : name;
    seen.add(name);
    return { value: id, label };
  });
}

type AcceptedOutcome = Exclude<SubmitOutcome, { readonly status: "refused" }>;
type Field = "group" | "name";

type ChangeProgress =
  | { readonly status: "idle" }
  | { readonly status: "pending" }
  | { readonly status: "wrong"; readonly field: Field; readonly sentence: string }
  | { readonly status: "failed"; readonly sentence: string; readonly reason: string }
  | { readonly status: "done"; readonly sentence: string };

const IDLE: ChangeProgress = { status: "idle" };

interface GroupChangeTexts {
  /** Sentence of the error catalogue (specification §8) for a change that failed. */
  readonly failed: string;
  /** Each form has its own sentence for an empty name (specification §5). */
  readonly nameBlank?: string;
}

/** State of one form: submits its changes to the groups and keeps the message about the latest one. */
export function useGroupChange({ failed, nameBlank = "" }: GroupChangeTexts) {
  const submitToPlanning = useSubmit();
  const [progress, setProgress] = useState(IDLE);
  // A ref, because it must be set before the next render.
  const isPending = useRef(false);
  const done = useExpiringMessage(progress.status === "done" ? progress : null);

  function refuse(field: Field, sentence: string): void {
    if (!isPending.current) setProgress({ status: "wrong", field, sentence });
  }

  function clearProblem(): void {
    if (progress.status === "wrong" || progress.status === "failed") setProgress(IDLE);
  }

  function sentenceOfName(code: ErrorCode): string {
    return code === "group.name_blank" ? nameBlank : sentenceOf(code);
  }

  return {
    progress: progress.status === "done" ? (done ?? IDLE) : progress,
    isPending: progress.status === "pending",
    refuse,
    /** Props of a text field or select. Typing removes the message of a problem. */
    fieldProps: (field: Field, value: string, onType: (typed: string) => void) => ({
      name: field,
      value,
      error: progress.status === "wrong" && progress.field === field ? progress.sentence : null,
      onChange: ({ target }: { readonly target: { readonly value: string } }) => {
        onType(target.value);
        clearProblem();
      },
    }),
    /** A typed name, trimmed; `null` if it is refused. */
    checkName: (typed: string): string | null => {
      const checked = GroupName.safeParse(typed);
      if (checked.success) return checked.data;
      refuse("name", sentenceOfName(errorCodeOf(checked.error.issues[0]?.message ?? "")));
      return null;
    },
    /**
     * Submits `change` and shows `doneSentence` for a while. Resolves with the outcome; `null` if it was refused, or if
     * another submit is under way.
     */
    submit: async (change: SubmittedChange, doneSentence: string): Promise<AcceptedOutcome | null> => {
      if (isPending.current) return null;
      isPending.current = true;
      setProgress({ status: "pending" });
      const outcome = await submitToPlanning(change);
      isPending.current = false;
      if (outcome.status !== "refused") {
        setProgress({ status: "done", sentence: doneSentence });
        return outcome;
      }
      const refused = firstRefused(outcome, ["name"]);
      if (refused) refuse("name", sentenceOfName(refused.code));
      else setProgress({ status: "failed", sentence: failed, reason: sentenceOf(outcome.code) });
      return null;
    },
    clearProblem,
  };
}

interface GroupFormProps {
  readonly progress: ChangeProgress;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

export function GroupForm({ progress, onSubmit, children }: GroupFormProps) {
  const formRef = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (progress.status === "wrong") focusField(formRef.current, progress.field);
  }, [progress]);

  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      className="group-form [&_input]:min-h-11 [&_select]:min-h-11 [&_select+svg]:top-[13px]"
    >
      <div className="flex flex-col gap-3">{children}</div>
      <div className="*:not-empty:mt-3">
        {progress.status === "failed" ? <Alert detail={progress.reason}>{progress.sentence}</Alert> : null}
        <StatusMessage>{progress.status === "done" ? progress.sentence : null}</StatusMessage>
      </div>
    </form>
  );
}
