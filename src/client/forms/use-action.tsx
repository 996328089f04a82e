import { startTransition, useActionState } from "react";
import type { ErrorCode } from "#contract/errors.ts";
import { failureSentence } from "#text/errors/errors.ts";
import type { ApiError } from "../http/call-api.ts";
import { useExpiringMessage } from "../ui/overlays/use-expiring-message.ts";
import { Alert } from "../ui/surfaces/message.tsx";
import { StatusMessage } from "../ui/surfaces/status-message.tsx";
import { firstRefused } from "./refused-fields.ts";

/** What came of a press. Each press makes a new object, so that each is announced. */
export type Outcome =
  | { readonly status: "nothing" }
  /** A field has to be corrected. */
  | { readonly status: "wrong"; readonly field: string; readonly code: ErrorCode }
  | {
      readonly status: "failed";
      readonly sentence: string;
      readonly reason?: string | undefined;
      /** Takes the focus. */
      readonly field?: string | undefined;
    }
  | { readonly status: "done"; readonly sentence?: string | undefined };

export const NO_OUTCOME: Outcome = { status: "nothing" };

/** A refusal: at the first of `fields` that it is about, else `sentence` with its reason. */
export function refusal<Field extends string>(
  failure: ApiError,
  sentence: string,
  fields: readonly Field[] = [],
  named?: Readonly<Record<string, Field>>,
): Outcome {
  const refused = firstRefused(failure, fields, named);
  return refused ? { status: "wrong", ...refused } : { status: "failed", sentence, reason: failureSentence(failure) };
}

interface Action<Argument> {
  readonly outcome: Outcome;
  readonly isPending: boolean;
  /** Waits for earlier presses. */
  readonly act: (argument: Argument) => void;
}

/** Runs what a press asks for, and holds what came of it. */
export function useAction<Argument = void>(run: (argument: Argument) => Promise<Outcome>): Action<Argument> {
  const [outcome, start, isPending] = useActionState((_: Outcome, argument: Argument) => run(argument), NO_OUTCOME);
  return { outcome, isPending, act: (argument) => startTransition(() => start(argument)) };
}

interface OutcomeMessageProps {
  readonly outcome: Outcome;
  /** Of the element around it, which stays while there is nothing to say. */
  readonly className: string;
  /** A success is shown until the next press, not for a moment. */
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
