import { callApi } from "#client/http/call-api.ts";
import { API, fillPath } from "#contract/paths.ts";
import { OwnSessions } from "#contract/sign-in/own-sessions.ts";
import { useOwnList } from "../use-own-list.ts";

const GONE = "session.not_found";
const readSessions = () => callApi({ path: API.ownSessions, answer: OwnSessions });

/** The user's sessions. `end` and `endOthers` resolve with a sentence about why it failed, or `null`. */
export function useOwnSessions() {
  const { state, reload, remove } = useOwnList(readSessions);
  return {
    state,
    reload,
    end: (id: string) =>
      remove({ path: fillPath(API.ownSession, id), gone: GONE, isKept: (session) => session.id !== id }),
    endOthers: () => remove({ path: API.ownSessions, gone: GONE, isKept: ({ isCurrent }) => isCurrent }),
  };
}
