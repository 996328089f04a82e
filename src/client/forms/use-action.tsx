import { startTransition, useActionState, useState } from "react";
import { errorCodeOf } from "#contract/errors.ts";
import type { RefusalCode } from "#contract/planning/planning-change.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { useExpiringMessage } from "../ui/overlays/use-expiring-message.ts";
import { Alert } from "../ui/surfaces/message.tsx";
import { StatusMessage } from "../ui/surfaces/status-message.tsx";
import { firstRefused } from "./refused-fields.ts";

/** The result of an action. Each result is a new object, so that screen readers announce it even if it is the same text. */
export type Outcome =
  | { readonly status: "nothing" }
  /** The user must correct a field. */
  | {
      readonly status: "wrong";
      readonly field: string;
      readonly code: RefusalCode;
      /** Shown instead of the code's sentence. */
      readonly sentence?: string | undefined;
    }
  | {
      readonly status: "failed";
      readonly sentence: string;
      readonly reason?: string | undefined;
      /** The field that gets the focus. */
      readonly field?: string | undefined;
    }
  | {
      readonly status: "done";
      readonly sentence?: string | undefined;
      /** The field that was saved, if the field itself shows this instead of a sentence. */
      readonly field?: string;
    };

export const NO_OUTCOME: Outcome = { status: "nothing" };

type Refusal = Parameters<typeof failureSentence>[0] & Parameters<typeof firstRefused>[0];

/**
 * The outcome of a refused call or change. If the refusal concerns one of `fields`, it is shown at this field; otherwise
 * `sentence` is shown with the reason.
 */
export function refusal(failure: Refusal, sentence: string, fields: readonly string[] = []): Outcome {
  const refused = firstRefused(failure, fields);
  return refused ? { status: "wrong", ...refused } : { status: "failed", sentence, reason: failureSentence(failure) };
}

/** The part of a schema that forms use: only the contract knows the library. */
interface Schema {
  readonly safeParse: (value: unknown) => { readonly error?: { readonly issues: readonly { message: string }[] } };
}

/** Why the schema refuses a field's value, as an outcome at the field; `null` if it accepts the value. */
export function fieldProblem(field: string, schema: Schema, value: unknown): Outcome | null {
  const issue = schema.safeParse(value).error?.issues[0];
  return issue ? { status: "wrong", field, code: errorCodeOf(issue.message) } : null;
}

interface Action<Argument> {
  readonly outcome: Outcome;
  readonly isPending: boolean;
  /** Starts the action. If it is already running, it runs once more afterwards. */
  readonly act: (argument: Argument) => void;
  /** Hides the latest problem. */
  readonly dismissProblem: () => void;
}

/** An action that a button starts, and its latest outcome. */
export function useAction<Argument = void>(run: (argument: Argument) => Promise<Outcome>): Action<Argument> {
  const [latest, startAction, isPending] = useActionState(
    (_: Outcome, argument: Argument) => run(argument),
    NO_OUTCOME,
  );
  const [dismissedOutcome, setDismissedOutcome] = useState(NO_OUTCOME);
  return {
    outcome: latest === dismissedOutcome ? NO_OUTCOME : latest,
    isPending,
    act: (argument) => startTransition(() => startAction(argument)),
    // A success is no problem: it stays.
    dismissProblem: () => setDismissedOutcome(latest.status === "done" ? NO_OUTCOME : latest),
  };
}

interface OutcomeMessageProps {
  readonly outcome: Outcome;
  /** Class of the wrapper, which is rendered even without a message. */
  readonly className: string;
  /** Whether a success is shown until the next action, instead of a few seconds. */
  readonly isLasting?: boolean;
}

/** A failure with its reason, or a success. */
export function OutcomeMessage({ outcome, className, isLasting = false }: OutcomeMessageProps) {
  const done = outcome.status === "done" ? outcome : null;
  const expiringDone = useExpiringMessage(done);
  return (
    <div className={className}>
      {outcome.status === "failed" ? <Alert detail={outcome.reason}>{outcome.sentence}</Alert> : null}
      <StatusMessage>{(isLasting ? done : expiringDone)?.sentence}</StatusMessage>
    </div>
  );
}
