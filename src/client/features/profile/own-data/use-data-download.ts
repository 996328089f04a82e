import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useStoredAnswers } from "#client/planning/publication/own-planning-hooks.ts";
import { dateOf, timeOf } from "#client/planning/today.ts";
import { useRecheckAfter, useUser } from "#client/session/session-hooks.ts";
import { saveJsonFile } from "#client/ui/page/save-file.ts";
import { OwnData } from "#contract/own-account.ts";
import { API } from "#contract/paths.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { ownDataFile, ownDataFileName, type WallClock } from "#text/profile/own-data.ts";

const WALL_CLOCK: WallClock = {
  dayOf: (moment) => dateOf(new Date(moment)),
  timeOf: (moment) => timeOf(new Date(moment)),
};

/**
 * Returns a function that saves the user's data, from here and from the server, as a file. Resolves with a sentence
 * about why it failed, or `null`.
 */
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
