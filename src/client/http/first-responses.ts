import { API } from "#contract/paths.ts";
import { type FirstResponse, VISIT_DATA_ID, type VisitData } from "#contract/visit/visit-data.ts";

const NO_VISIT: VisitData = { userId: null, position: null, answers: [] };

/** The answers that came with the page. Each replaces one call, at most once. */
export function createFirstResponses({ userId, position, answers }: VisitData) {
  const left = new Map(answers.map((answer) => [answer.call, answer]));
  return {
    userId,
    /** The position of the log after which the change stream has to start; `null` if nothing of the planning came. */
    position,
    calls: () => [...left.keys()],
    /** Returns the answer to a `GET` of this address without taking it. */
    peek: (call: string) => left.get(call),
    /** Takes the answer to a `GET` of this address. Later ones are real calls. */
    take(call: string): FirstResponse | undefined {
      const answer = left.get(call);
      left.delete(call);
      return answer;
    },
    /** Drops the answers if they are not for this user, who is signed in now. */
    keepFor(signedIn: string | null): void {
      if (signedIn === userId) return;
      for (const call of left.keys()) if (call !== API.config) left.delete(call);
    },
  };
}

export type FirstResponses = ReturnType<typeof createFirstResponses>;

/** The data that came with the page. An older server, the offline page and the development server send none. */
function readVisitData(): VisitData {
  const block = typeof document === "undefined" ? null : document.getElementById(VISIT_DATA_ID);
  const text = block?.textContent;
  if (!text) return NO_VISIT;
  // This saves memory, and a user who signs in later in this tab must not find the data.
  block.remove();
  try {
    return JSON.parse(text) as VisitData;
  } catch {
    return NO_VISIT;
  }
}

export const firstResponses = createFirstResponses(readVisitData());
