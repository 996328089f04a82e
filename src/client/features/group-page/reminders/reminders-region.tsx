import { useId } from "react";
import { REMINDER_DAYS, type ReminderSettings } from "#domain/notifications/reminder-settings.ts";
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
import { remindersText } from "#text/groups/reminders.ts";
import { useReminders } from "./use-reminders.ts";

const DAYS_OPTIONS = REMINDER_DAYS.map((days) => ({ value: String(days), label: String(days) }));

interface SettingsProps {
  readonly settings: ReminderSettings;
  readonly onChange: (settings: ReminderSettings) => void;
}

function Settings({ settings, onChange }: SettingsProps) {
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
    </>
  );
}

/** For admins of a shared planning: whether members who have not answered are reminded, and when. */
export function RemindersRegion({ groupId }: { readonly groupId: string }) {
  const titleId = useId();
  const { state, reload, save } = useReminders(groupId);
  const saving = state.status === "ready" ? state.saving : "untouched";
  const failure = typeof saving === "string" ? null : saving;
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
        <Settings settings={state.settings} onChange={(settings) => void save(settings)} />
      ) : null}
      <div className="*:not-empty:mt-3">
        {failure === null || state.status !== "ready" ? null : (
          <>
            <Alert detail={failureSentence(failure)}>{remindersText.notSaved}</Alert>
            <Button onClick={() => void save({ ...state.settings })}>{remindersText.retry}</Button>
          </>
        )}
        <StatusMessage>{saved ? remindersText.saved : null}</StatusMessage>
      </div>
    </Card>
  );
}
