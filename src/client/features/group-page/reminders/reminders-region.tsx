import { useId, useCallback, useEffect, useRef, useState } from "react";
import { REMINDER_DAYS, type ReminderSettings } from "#domain/notifications/topics.ts";
import { LoadFailure } from "#client/loading/load-failure.tsx";
import { Button } from "#client/ui/buttons/button.tsx";
import { Checkbox } from "#client/ui/fields/checkbox.tsx";
import { SelectField } from "#client/ui/fields/select-field.tsx";
import { useExpiringMessage } from "#client/ui/overlays/use-expiring-message.ts";
import { Card } from "#client/ui/surfaces/card.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { failureSentence } from "#text/errors/errors.ts";
import { remindersText } from "#text/groups/group-page.ts";
import { ApiError } from "#client/http/api-error.ts";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { SentMessages } from "./sent-messages.tsx";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { Reminders } from "#contract/notifications/messages.ts";
import { API, fillPath } from "#contract/paths.ts";
import { ReplyAddressForm, replyAddressRefusal } from "./reply-address-form.tsx";

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
function useReminders(groupId: string): RemindersHook {
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

const DAYS_OPTIONS = REMINDER_DAYS.map((days) => ({ value: String(days), label: String(days) }));

interface SettingsProps {
  readonly settings: ReminderSettings;
  /** Why they could not be saved. */
  readonly failure: ApiError | null;
  readonly onChange: (settings: ReminderSettings) => void;
}

function Settings({ settings, failure, onChange }: SettingsProps) {
  function handleDays(value: string): void {
    const daysBefore = REMINDER_DAYS.find((days) => String(days) === value);
    if (daysBefore !== undefined) onChange({ ...settings, daysBefore });
  }
  return (
    <>
      <Checkbox
        label={remindersText.isOn}
        checked={settings.isOn}
        onChange={() => onChange({ ...settings, isOn: !settings.isOn })}
      />
      <div className="mt-2">
        <SelectField
          label={remindersText.daysBefore}
          options={DAYS_OPTIONS}
          value={String(settings.daysBefore)}
          disabled={!settings.isOn}
          onChange={(event) => handleDays(event.target.value)}
        />
      </div>
      <ReplyAddressForm
        address={settings.replyAddress ?? ""}
        failure={failure}
        onChange={(replyAddress) => onChange({ ...settings, replyAddress })}
      />
    </>
  );
}

/** For admins and leaders of a shared planning: the group's reminders, where replies go, and what became of messages. */
export function RemindersRegion({ groupId }: { readonly groupId: string }) {
  const titleId = useId();
  const { state, reload, save } = useReminders(groupId);
  const saving = state.status === "ready" ? state.saving : "untouched";
  const failure = typeof saving === "string" ? null : saving;
  const isAtField = failure !== null && replyAddressRefusal(failure) !== null;
  const saved = useExpiringMessage(saving === "saved" ? state : null);
  return (
    <Card labelledBy={titleId}>
      <h2 id={titleId} className="font-title text-title">
        {remindersText.title}
      </h2>
      <p className="mb-3 text-small text-ink-2">{remindersText.explanation}</p>
      {state.status === "loading" ? <Skeleton className="h-[120px] rounded-control" /> : null}
      {state.status === "failed" ? (
        <LoadFailure sentence={remindersText.notLoaded} onRetry={() => void reload()} />
      ) : null}
      {state.status === "ready" ? (
        <Settings settings={state.settings} failure={failure} onChange={(settings) => void save(settings)} />
      ) : null}
      <div className="*:not-empty:mt-3">
        {failure === null || isAtField || state.status !== "ready" ? null : (
          <>
            <Alert detail={failureSentence(failure)}>{remindersText.notSaved}</Alert>
            <Button onClick={() => void save({ ...state.settings })}>{remindersText.retry}</Button>
          </>
        )}
        <StatusMessage>{saved ? remindersText.saved : null}</StatusMessage>
      </div>
      <SentMessages groupId={groupId} isSaving={saving === "pending"} />
    </Card>
  );
}
