import { useRef, useState } from "react";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import type { SubmitOutcome } from "#client/planning/planning-source.ts";
import type { PlanningChange } from "#domain/planning-change.ts";
import { useFleeting } from "#client/ui/use-fleeting.ts";
import type { sentenceOf } from "#text/errors.ts";

type RefusalCode = Parameters<typeof sentenceOf>[0];
type Made = Exclude<SubmitOutcome, { readonly status: "refused" }>;

/** How far a form's change has come. */
export type ChangeProgress =
  | { readonly status: "idle" }
  | { readonly status: "pending" }
  | { readonly status: "refused"; readonly code: RefusalCode }
  | { readonly status: "done"; readonly sentence: string };

interface GroupChange {
  readonly progress: ChangeProgress;
  /**
   * Submits `change` and says `doneSentence` for a while; what became of it, or `null` where it was not made. A second
   * press meanwhile does nothing.
   */
  readonly submit: (change: PlanningChange, doneSentence: string) => Promise<Made | null>;
  /** Takes back what the form says: something else is being typed. */
  readonly reset: () => void;
}

const IDLE: ChangeProgress = { status: "idle" };

/** One form's way to change the groups, and what to say of it. */
export function useGroupChange(): GroupChange {
  const submitToPlanning = useSubmit();
  const [progress, setProgress] = useState(IDLE);
  // Known at once, where the state is only known with the next drawing.
  const isPending = useRef(false);

  const done = useFleeting(progress.status === "done" ? progress : null);

  return {
    progress: progress.status === "done" ? (done ?? IDLE) : progress,
    async submit(change, doneSentence) {
      if (isPending.current) return null;
      isPending.current = true;
      setProgress({ status: "pending" });
      const outcome = await submitToPlanning(change);
      isPending.current = false;
      if (outcome.status === "refused") {
        setProgress({ status: "refused", code: outcome.code });
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
