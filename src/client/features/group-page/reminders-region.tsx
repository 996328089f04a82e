import { type SubmitEvent, useEffect, useRef, useState, useId, useCallback } from "react";
import { firstRefused } from "#client/forms/refused-fields.ts";
import { ApiError } from "#client/http/api-error.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { Email } from "#contract/accounts/account-fields.ts";
import { type ErrorCode, errorCodeOf } from "#contract/errors.ts";
import { sentenceOf, failureSentence } from "#text/errors/errors.ts";
import { remindersText } from "#text/groups/reminders.ts";
import { REMINDER_DAYS, type ReminderSettings } from "#domain/notifications/reminder-settings.ts";
import { LoadFailure } from "#client/loading/load-failure.tsx";
import { Checkbox } from "#client/ui/fields/checkbox.tsx";
import { SelectField } from "#client/ui/fields/select-field.tsx";
import { useExpiringMessage } from "#client/ui/overlays/use-expiring-message.ts";
import { Card } from "#client/ui/surfaces/card.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { SentMessages } from "./sent-messages.tsx";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { Reminders } from "#contract/notifications/reminders.ts";
import { API, fillPath } from "#contract/paths.ts";

interface ReplyAddressFormProps {
  /** Empty: there is none. */
  readonly address: string;
  /** Why the settings could not be saved. */
  readonly failure: ApiError | null;
  readonly onChange: (address: string | null) => void;
}

/** What the server said of the address; `null`: it refused something else. */
function replyAddressRefusal(failure: ApiError): ErrorCode | null {
  return firstRefused(failure, ["replyAddress"])?.code ?? null;
}

/** Where replies to the group's messages go. It is saved when one leaves the field, too. */
function ReplyAddressForm({ address, failure, onChange }: ReplyAddressFormProps) {
  const fieldRef = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(address);
  const [problem, setProblem] = useState<ErrorCode | null>(null);
  const refusal = failure === null ? null : replyAddressRefusal(failure);
  const shown = problem ?? refusal;

  useEffect(() => {
    if (failure !== null && replyAddressRefusal(failure) !== null) fieldRef.current?.focus();
  }, [failure]);

  /** @returns whether the text can be saved */
  function save(): boolean {
    const typed = text.trim();
    const issue = typed === "" ? undefined : Email.safeParse(typed).error?.issues[0];
    setProblem(issue === undefined ? null : errorCodeOf(issue.message));
    if (issue === undefined && typed !== address) onChange(typed === "" ? null : typed);
    return issue === undefined;
  }

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault();
    if (!save()) fieldRef.current?.focus();
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="mt-3 flex flex-col items-start gap-3">
      <div className="w-full">
        <TextField
          ref={fieldRef}
          label={remindersText.replyAddress}
          hint={remindersText.replyAddressHint}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onBlur={save}
          error={shown === null ? null : sentenceOf(shown)}
        />
      </div>
      <Button type="submit" size="compact">
        {remindersText.saveAddress}
      </Button>
    </form>
  );
}

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
