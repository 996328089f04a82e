import { useCallback, useEffect, useRef, useState } from "react";
import type { ReminderSettings } from "#domain/notifications/reminder-settings.ts";
import { ApiError } from "#client/http/api-error.ts";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { Reminders } from "#contract/notifications/reminders.ts";
import { API, fillPath } from "#contract/paths.ts";

type RemindersState =
  | { readonly status: "loading" }
  | { readonly status: "failed" }
  | {
      readonly status: "ready";
      /** What the user chose last, saved or not. */
      readonly settings: ReminderSettings;
      readonly saving: "untouched" | "pending" | "saved" | ApiError;
    };

interface RemindersHook {
  readonly state: RemindersState;
  readonly reload: () => Promise<void>;
  readonly save: (settings: ReminderSettings) => Promise<void>;
}

async function readReminders(path: `/api/${string}`): Promise<ReminderSettings | ApiError> {
  const reading = callApi({ path, answer: Reminders });
  return (await failureOf(reading)) ?? reading;
}

/** A group's reminders. Each choice is saved at once; one that could not be saved stays, to be saved again. */
export function useReminders(groupId: string): RemindersHook {
  const [state, setState] = useState<RemindersState>({ status: "loading" });
  const recheckAfter = useRecheckAfter();
  const path = fillPath(API.groupReminders, groupId);
  /** Saves follow each other, so that the last choice is the one that stays. */
  const queue = useRef(Promise.resolve());
  const latest = useRef<ReminderSettings | null>(null);

  const show = useCallback(
    (read: ReminderSettings | ApiError) => {
      if (!(read instanceof ApiError)) return setState({ status: "ready", settings: read, saving: "untouched" });
      recheckAfter(read);
      setState({ status: "failed" });
    },
    [recheckAfter],
  );

  useEffect(() => {
    void readReminders(path).then(show);
  }, [path, show]);

  async function send(settings: ReminderSettings): Promise<void> {
    // A newer choice waits behind this one.
    if (latest.current !== settings) return;
    const failure = await failureOf(callApi({ method: "PUT", path, body: settings, answer: Reminders }));
    if (failure !== null) recheckAfter(failure);
    if (latest.current === settings) setState({ status: "ready", settings, saving: failure ?? "saved" });
  }

  function save(settings: ReminderSettings): Promise<void> {
    latest.current = settings;
    setState({ status: "ready", settings, saving: "pending" });
    queue.current = queue.current.then(() => send(settings));
    return queue.current;
  }

  return { state, reload: async () => show(await readReminders(path)), save };
}
