import type { FirstAnswers } from "../../http/first-answers.ts";
import type { PlanningView } from "../../planning/planning-source.ts";
import { browserStores } from "../../planning/shared-planning/browser-stores.ts";
import { createFirstView } from "../../planning/shared-planning/first-view.ts";
import { hasUnsent } from "../../planning/shared-planning/outbox/has-unsent.ts";
import { type FirstParts, takeFirstParts } from "../../planning/shared-planning/reads/first-parts.ts";

/** What came with the page of the shared planning. */
export interface FirstVisit {
  /**
   * To be shown before the planning's source is there; `null` if nothing came for this user, or if changes of theirs
   * still wait here, which only the source can apply.
   */
  readonly view: (userId: string) => Promise<PlanningView | null>;
  /** For the source, which starts from them; `null` for whoever signs in later on this page. */
  readonly takeParts: (userId: string) => FirstParts | null;
}

export function createFirstVisit(answers: FirstAnswers): FirstVisit {
  let taken: { readonly userId: string; readonly parts: FirstParts } | null = null;

  return {
    async view(userId) {
      const parts = takeFirstParts(answers, userId);
      if (parts === null) return null;
      taken = { userId, parts };
      const isWaiting = await hasUnsent(browserStores().outbox, userId).catch(() => false);
      return isWaiting ? null : createFirstView(parts);
    },
    takeParts(userId) {
      const parts = taken?.userId === userId ? taken.parts : null;
      taken = null;
      return parts;
    },
  };
}
