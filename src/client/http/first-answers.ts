import { API } from "#contract/paths.ts";
import { type FirstAnswer, VISIT_DATA_ID, VisitData } from "#contract/visit/visit-data.ts";

/** The answers that came with the page. Each stands in for one call, and is used once at most. */
export interface FirstAnswers {
  /** Whose answers they are; `null`: nobody's. */
  readonly userId: string | null;
  /** The position of the log after which the change stream has to start; `null` if nothing of the planning came. */
  readonly position: number | null;
  /** The addresses of the answers that are left. */
  readonly calls: () => readonly string[];
  /** The answer to a `GET` of this address; from then on the call is made. */
  readonly take: (call: string) => FirstAnswer | undefined;
  /** Drops what is for another user than this one, who is signed in now. */
  readonly keepFor: (userId: string | null) => void;
}

const NO_VISIT: VisitData = { userId: null, position: null, answers: [] };

export function createFirstAnswers({ userId, position, answers }: VisitData): FirstAnswers {
  const left = new Map(answers.map((answer) => [answer.call, answer]));
  return {
    userId,
    position,
    calls: () => [...left.keys()],
    take(call) {
      const answer = left.get(call);
      left.delete(call);
      return answer;
    },
    keepFor(signedIn) {
      if (signedIn === userId) return;
      for (const call of left.keys()) if (call !== API.config) left.delete(call);
    },
  };
}

/** The data of the page, or of none: an older server, the offline page and the development server send none. */
function readVisitData(): VisitData {
  const block = typeof document === "undefined" ? null : document.getElementById(VISIT_DATA_ID);
  const text = block?.textContent;
  if (!text) return NO_VISIT;
  // Nobody else needs it: neither the memory of a phone nor somebody who signs in later in this tab.
  block.remove();
  try {
    return VisitData.safeParse(JSON.parse(text)).data ?? NO_VISIT;
  } catch {
    return NO_VISIT;
  }
}

/** Those of this page. */
export const firstAnswers = createFirstAnswers(readVisitData());
