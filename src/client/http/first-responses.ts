import { API } from "#contract/paths.ts";
import { type FirstResponse, VISIT_DATA_ID, type VisitData } from "#contract/visit/visit-data.ts";

const NO_VISIT: VisitData = { userId: null, position: null, answers: [] };

/**
 * The responses that the server sent with the page, so that the first screen needs no calls. Each replaces one call: the
 * next call with the same address goes to the server.
 */
export function createFirstResponses({ userId, position, answers }: VisitData) {
  const responses = new Map(answers.map((answer) => [answer.call, answer]));
  return {
    userId,
    /** The log position after which the change stream must start; `null` if no data of the planning came. */
    position,
    calls: () => [...responses.keys()],
    /** The response to a `GET` of this address. It stays here. */
    peek: (call: string) => responses.get(call),
    /** Removes and returns the response to a `GET` of this address. */
    take(call: string): FirstResponse | undefined {
      const response = responses.get(call);
      responses.delete(call);
      return response;
    },
    /** If another user is signed in now, drops the responses, except the configuration, which is the same for all users. */
    keepFor(signedInId: string | null): void {
      if (signedInId === userId) return;
      for (const call of responses.keys()) if (call !== API.config) responses.delete(call);
    },
  };
}

export type FirstResponses = ReturnType<typeof createFirstResponses>;

/** Reads the data that came with the page. The offline page, the development server and older servers send none. */
function readVisitData(): VisitData {
  const block = typeof document === "undefined" ? null : document.getElementById(VISIT_DATA_ID);
  const text = block?.textContent;
  if (!text) return NO_VISIT;
  // Another user who signs in later in this tab must not find the data. This also saves memory.
  block.remove();
  try {
    return JSON.parse(text) as VisitData;
  } catch {
    return NO_VISIT;
  }
}

export const firstResponses = createFirstResponses(readVisitData());
