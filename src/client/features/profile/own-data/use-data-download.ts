import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useStoredAnswers } from "#client/planning/stored-answers.ts";
import { dateOf, timeOf } from "#client/planning/today.ts";
import { useRecheckAfter, useUser } from "#client/session/session-hooks.ts";
import { saveJsonFile } from "#client/ui/save-file.ts";
import { OwnData } from "#contract/own-account.ts";
import { API } from "#contract/paths.ts";
import { failureSentence } from "#text/errors.ts";
import { ownDataFile, ownDataFileName, type WallClock } from "#text/own-data.ts";

const WALL_CLOCK: WallClock = {
  dayOf: (moment) => dateOf(new Date(moment)),
  timeOf: (moment) => timeOf(new Date(moment)),
};

/** How to save all that is kept of oneself, here and on the server, as a file; why that failed, in words, or `null`. */
export function useDataDownload(): () => Promise<string | null> {
  const { id } = useUser();
  const recheckAfter = useRecheckAfter();
  const readStoredAnswers = useStoredAnswers();

  return async () => {
    const loading = callApi({ path: API.ownData, answer: OwnData });
    const failure = await failureOf(loading);
    if (failure !== null) {
      recheckAfter(failure);
      return failureSentence(failure);
    }
    const name = ownDataFileName(dateOf(new Date()));
    saveJsonFile(name, ownDataFile(await loading, readStoredAnswers(id), WALL_CLOCK));
    return null;
  };
}
