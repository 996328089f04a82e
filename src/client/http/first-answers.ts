import { API } from "#contract/paths.ts";
import { type FirstAnswer, VISIT_DATA_ID, type VisitData } from "#contract/visit/visit-data.ts";

/** The answers that came with the page. Each replaces one call, at most once. */
export interface FirstAnswers {
  /** Whose answers they are; `null`: nobody's. */
  readonly userId: string | null;
  /** The position of the log after which the change stream has to start; `null` if nothing of the planning came. */
  readonly position: number | null;
  /** The addresses of the answers not taken yet. */
  readonly calls: () => readonly string[];
  /** The answer to a `GET` of this address, which stays to be taken. */
  readonly peek: (call: string) => FirstAnswer | undefined;
  /** Takes the answer to a `GET` of this address. Later ones are real calls. */
  readonly take: (call: string) => FirstAnswer | undefined;
  /** Drops the answers if they are not for this user, who is signed in now. */
  readonly keepFor: (userId: string | null) => void;
}

const NO_VISIT: VisitData = { userId: null, position: null, answers: [] };

export function createFirstAnswers({ userId, position, answers }: VisitData): FirstAnswers {
  const left = new Map(answers.map((answer) => [answer.call, answer]));
  return {
    userId,
    position,
    calls: () => [...left.keys()],
    peek: (call) => left.get(call),
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

/** The data that came with the page. An older server, the offline page and the development server send none. */
function readVisitData(): VisitData {
  const block = typeof document === "undefined" ? null : document.getElementById(VISIT_DATA_ID);
  const text = block?.textContent;
  if (!text) return NO_VISIT;
  // It saves memory, and a user who signs in later in this tab must not find it.
  block.remove();
  try {
    return JSON.parse(text) as VisitData;
  } catch {
    return NO_VISIT;
  }
}

/** Those of this page. */
export const firstAnswers = createFirstAnswers(readVisitData());
