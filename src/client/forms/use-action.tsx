import { startTransition, useActionState, useState } from "react";
import type { ErrorCode } from "#contract/errors.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { useExpiringMessage } from "../ui/overlays/use-expiring-message.ts";
import { Alert } from "../ui/surfaces/message.tsx";
import { StatusMessage } from "../ui/surfaces/status-message.tsx";
import { firstRefused } from "./refused-fields.ts";

/** The result of a press. Each press makes a new object, so that each result is announced. */
export type Outcome =
  | { readonly status: "nothing" }
  /** A field has to be corrected. */
  | {
      readonly status: "wrong";
      readonly field: string;
      readonly code: ErrorCode;
      /** Shown instead of the code's sentence. */
      readonly sentence?: string | undefined;
    }
  | {
      readonly status: "failed";
      readonly sentence: string;
      readonly reason?: string | undefined;
      /** Takes the focus. */
      readonly field?: string | undefined;
    }
  | {
      readonly status: "done";
      readonly sentence?: string | undefined;
      /** The field that was saved. It says so itself, so there is no sentence. */
      readonly field?: string;
    };

export const NO_OUTCOME: Outcome = { status: "nothing" };

type Refusal = Parameters<typeof failureSentence>[0] & Parameters<typeof firstRefused>[0];

/** The outcome of a refused call or change: at the first of `fields` that it is about, otherwise `sentence` with the reason. */
export function refusal(failure: Refusal, sentence: string, fields: readonly string[] = []): Outcome {
  const refused = firstRefused(failure, fields);
  return refused ? { status: "wrong", ...refused } : { status: "failed", sentence, reason: failureSentence(failure) };
}

interface Action<Argument> {
  readonly outcome: Outcome;
  readonly isPending: boolean;
  /** Waits for earlier presses. */
  readonly act: (argument: Argument) => void;
  /** Hides the latest problem. */
  readonly dismissProblem: () => void;
}

/** Runs `run` on each press, and holds its latest outcome. */
export function useAction<Argument = void>(run: (argument: Argument) => Promise<Outcome>): Action<Argument> {
  const [latest, start, isPending] = useActionState((_: Outcome, argument: Argument) => run(argument), NO_OUTCOME);
  const [dismissed, setDismissed] = useState(NO_OUTCOME);
  return {
    outcome: latest === dismissed ? NO_OUTCOME : latest,
    isPending,
    act: (argument) => startTransition(() => start(argument)),
    dismissProblem: () => setDismissed(latest.status === "done" ? NO_OUTCOME : latest),
  };
}

interface OutcomeMessageProps {
  readonly outcome: Outcome;
  /** Of the wrapper, which is rendered even without a message. */
  readonly className: string;
  /** Whether a success is shown until the next press; otherwise for a moment. */
  readonly isLasting?: boolean;
}

/** A failure with its reason, or a success. */
export function OutcomeMessage({ outcome, className, isLasting = false }: OutcomeMessageProps) {
  const done = outcome.status === "done" ? outcome : null;
  const fleeting = useExpiringMessage(done);
  return (
    <div className={className}>
      {outcome.status === "failed" ? <Alert detail={outcome.reason}>{outcome.sentence}</Alert> : null}
      <StatusMessage>{(isLasting ? done : fleeting)?.sentence}</StatusMessage>
    </div>
  );
}
