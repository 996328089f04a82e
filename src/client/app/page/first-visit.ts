import type { FirstAnswers } from "../../http/first-answers.ts";
import type { PlanningView } from "../../planning/planning-source.ts";
import { createFirstView, type FirstParts, takeFirstParts } from "../../planning/shared-planning/reads/first-parts.ts";

/** What came with the page of the shared planning. */
export interface FirstVisit {
  /**
   * To be shown before the planning's source is there; `null` if nothing came for this user, or if changes of theirs
   * still wait here, which only the source can apply.
   */
  readonly view: (userId: string) => Promise<PlanningView | null>;
  /** For the source, which starts from them; `null` for a user who signs in later on this page. */
  readonly takeParts: (userId: string) => FirstParts | null;
}

/** @param isWaiting whether changes of the user whose answers came may wait here */
export function createFirstVisit(answers: FirstAnswers, isWaiting: Promise<boolean>): FirstVisit {
  let taken: { readonly userId: string; readonly parts: FirstParts } | null = null;

  return {
    async view(userId) {
      const parts = takeFirstParts(answers, userId);
      if (parts === null) return null;
      taken = { userId, parts };
      return (await isWaiting) ? null : createFirstView(parts);
    },
    takeParts(userId) {
      const parts = taken?.userId === userId ? taken.parts : null;
      taken = null;
      return parts;
    },
  };
}
