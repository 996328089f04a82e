import { useRef, useState } from "react";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import type { ChangeRefusal, SubmitOutcome } from "#contract/planning/submit.ts";
import type { SubmittedChange } from "#domain/planning/planning-change.ts";
import { useExpiringMessage } from "#client/ui/overlays/use-expiring-message.ts";

type Made = Exclude<SubmitOutcome, { readonly status: "refused" }>;

/** Progress of a form's change. */
export type ChangeProgress =
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
