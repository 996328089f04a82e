import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { NO_OUTCOME, type Outcome, OutcomeMessage, refusal, useAction } from "#client/forms/use-action.tsx";
import { EMAIL } from "#client/forms/use-form.ts";
import { LoadFailure } from "#client/loading/load-failure.tsx";
import { useServerData } from "#client/loading/use-server-data.ts";
import { useCall } from "#client/session/use-call.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { Checkbox } from "#client/ui/fields/checkbox.tsx";
import { SelectField } from "#client/ui/fields/select-field.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { TitledCard } from "#client/ui/surfaces/card.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { Email } from "#contract/accounts/account-fields.ts";
import { type ErrorCode, errorCodeOf } from "#contract/errors.ts";
import { GroupMessages, Reminders } from "#contract/notifications/messages.ts";
import { API, fillPath } from "#contract/paths.ts";
import { REMINDER_DAYS, type ReminderSettings } from "#domain/notifications/topics.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { remindersText } from "#text/groups/group-page.ts";
import { SentMessages } from "./sent-messages.tsx";

interface ReplyAddressFormProps {
  /** Empty if there is none. */
  readonly address: string;
  readonly outcome: Outcome;
  readonly onChange: (address: string | null) => void;
}

/** The address that receives replies to the group's messages. It is also saved when the field loses the focus. */
function ReplyAddressForm({ address, outcome, onChange }: ReplyAddressFormProps) {
  const fieldRef = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(address);
  const [problem, setProblem] = useState<ErrorCode | null>(null);
  const shown = problem ?? (outcome.status === "wrong" ? outcome.code : null);

  useEffect(() => {
    if (outcome.status === "wrong") fieldRef.current?.focus();
  }, [outcome]);

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
          {...EMAIL}
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

const DAYS_OPTIONS = REMINDER_DAYS.map((days) => ({ value: String(days), label: String(days) }));

interface SettingsProps {
  readonly settings: ReminderSettings;
  readonly outcome: Outcome;
  readonly onChange: (settings: ReminderSettings) => void;
}

function Settings({ settings, outcome, onChange }: SettingsProps) {
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
        outcome={outcome}
        onChange={(replyAddress) => onChange({ ...settings, replyAddress })}
      />
    </>
  );
}

/**
 * For admins and leaders of a shared planning: when reminders are sent, who receives replies, and which messages were
 * sent. Each choice is saved at once. If saving fails, the choice stays visible and can be saved again.
 */
export function RemindersRegion({ groupId }: { readonly groupId: string }) {
  const path = fillPath(API.groupReminders, groupId);
  const data = useServerData(path, Reminders);
  const messages = useServerData(fillPath(API.groupMessages, groupId), GroupMessages);
  const call = useCall();
  /** The latest choice, saved or not; `null`: the loaded settings apply. */
  const [chosen, setChosen] = useState<ReminderSettings | null>(null);
  const latest = useRef<ReminderSettings | null>(null);
  const { outcome, act, isPending } = useAction(async (settings: ReminderSettings): Promise<Outcome> => {
    // A newer choice is already waiting. It contains this one, so only the newer one is sent.
    if (latest.current !== settings) return NO_OUTCOME;
    const { failure } = await call({ method: "PUT", path, body: settings, response: Reminders });
    if (failure) return refusal(failure, remindersText.notSaved, ["replyAddress"]);
    void messages.reload();
    return { status: "done", sentence: remindersText.saved };
  });
  const shown = isPending ? NO_OUTCOME : outcome;

  function save(settings: ReminderSettings): void {
    latest.current = settings;
    setChosen(settings);
    act(settings);
  }

  return (
    <TitledCard title={remindersText.title}>
      <p className="mb-3 text-small text-ink-2">{remindersText.explanation}</p>
      {data.status === "loading" ? <Skeleton className="h-[120px] rounded-control" /> : null}
      {data.status === "failed" ? (
        <LoadFailure sentence={remindersText.notLoaded} onRetry={() => void data.reload()} />
      ) : null}
      {data.status === "ready" ? <Settings settings={chosen ?? data.value} outcome={shown} onChange={save} /> : null}
      <OutcomeMessage outcome={shown} className="*:not-empty:mt-3" />
      {shown.status === "failed" && chosen !== null ? (
        <Button className="mt-3" onClick={() => save(chosen)}>
          {remindersText.retry}
        </Button>
      ) : null}
      <SentMessages sent={messages} />
    </TitledCard>
  );
}
