import { type ReactNode, useEffect, useRef, useState } from "react";
import { firstRefused } from "#client/forms/refused-fields.ts";
import { focusField } from "#client/forms/use-form.ts";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { sentenceOf } from "#text/errors/errors.ts";
import { type ErrorCode, errorCodeOf } from "#contract/errors.ts";
import { GroupName } from "#contract/planning/groups.ts";
import type { Group } from "#domain/planning/planning.ts";
import { groupWithId } from "#text/groups/groups.ts";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import type { ChangeRefusal, SubmitOutcome } from "#contract/planning/submit.ts";
import type { SubmittedChange } from "#domain/planning/planning-change.ts";
import { useExpiringMessage } from "#client/ui/overlays/use-expiring-message.ts";

/** A group's name, trimmed, or its problem. */
type CheckedGroupName =
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

/** The groups as options of a select; of groups with the same name, the second and later ones show their id. */
export function groupOptions(groups: readonly Group[]): { readonly value: string; readonly label: string }[] {
  const seen = new Set<string>();
  return groups.map(({ id, name }) => {
    const label = seen.has(name) ? groupWithId(name, id) : name;
    seen.add(name);
    return { value: id, label };
  });
}

type Made = Exclude<SubmitOutcome, { readonly status: "refused" }>;

/** Progress of a form's change. */
type ChangeProgress =
  | { readonly status: "idle" }
  | { readonly status: "pending" }
  | ({ readonly status: "refused" } & ChangeRefusal)
  | { readonly status: "done"; readonly sentence: string };

interface GroupChange {
  readonly progress: ChangeProgress;
  /**
   * Submits `change` and shows `doneSentence` for a while. Resolves with the outcome; `null` if nothing was submitted,
   * because another submit is under way.
   */
  readonly submit: (change: SubmittedChange, doneSentence: string) => Promise<Made | null>;
  /** Removes the message, because something else is being typed. */
  readonly reset: () => void;
}

const IDLE: ChangeProgress = { status: "idle" };

/** Submits one form's changes to the groups, and holds the message about them. */
export function useGroupChange(): GroupChange {
  const submitToPlanning = useSubmit();
  const [progress, setProgress] = useState(IDLE);
  // A ref, because it must be set before the next render.
  const isPending = useRef(false);

  const done = useExpiringMessage(progress.status === "done" ? progress : null);

  return {
    progress: progress.status === "done" ? (done ?? IDLE) : progress,
    async submit(change, doneSentence) {
      if (isPending.current) return null;
      isPending.current = true;
      setProgress({ status: "pending" });
      const outcome = await submitToPlanning(change);
      isPending.current = false;
      if (outcome.status === "refused") {
        setProgress(outcome);
        return null;
      }
      setProgress({ status: "done", sentence: doneSentence });
      return outcome;
    },
    reset() {
      if (!isPending.current) setProgress(IDLE);
    },
  };
}

interface GroupFormProps {
  readonly progress: ChangeProgress;
  /** Sentence of the error catalogue (specification §8) for a change that failed. */
  readonly failedSentence: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A form of the groups' region: its controls, and the result of the latest change. */
export function GroupForm({ progress, failedSentence, onSubmit, children }: GroupFormProps) {
  const formRef = useRef<HTMLFormElement>(null);
  const wrong = progress.status === "refused" ? firstRefused(progress, ["name"]) : null;

  useEffect(() => {
    if (progress.status === "refused" && firstRefused(progress, ["name"])) focusField(formRef.current, "name");
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
        {progress.status === "refused" && wrong === null ? (
          <Alert detail={sentenceOf(progress.code)}>{failedSentence}</Alert>
        ) : null}
        <StatusMessage>{progress.status === "done" ? progress.sentence : null}</StatusMessage>
      </div>
    </form>
  );
}
