import { Repeat } from "lucide-react";
import { Fragment, type Ref } from "react";
import { FREQUENCIES } from "#domain/calendar/recurrence.ts";
import { isPlainDate, type PlainDate } from "#domain/calendar/calendar.ts";
import { SelectField } from "#client/ui/fields/select-field.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { eventCreationText, FREQUENCY_WORDS, monthlyRank, seriesEnds } from "#text/event/event-form.ts";
import type { DraftField, EventDraft } from "../draft/event-draft.ts";
import type { InputProps } from "./input-props.ts";
import { datesOf } from "../draft/draft-dates.ts";

interface RepetitionFieldsProps {
  readonly draft: EventDraft;
  readonly inputProps: (field: DraftField) => InputProps;
  readonly untilRef: Ref<HTMLInputElement>;
}

const OPTIONS = FREQUENCIES.map((every) => ({ value: every, label: FREQUENCY_WORDS[every] }));

/** Rendered even without dates: screen readers announce changes only in an element that already exists. */
function Dates({ dates }: { readonly dates: readonly PlainDate[] }) {
  return (
    <p role="status" className={`flex gap-2 text-small font-semibold ${dates.length === 0 ? "-mt-5" : "-mt-3"}`}>
      {dates.length === 0 ? null : (
        <>
          <Repeat className="mt-[2.5px] size-[15px] flex-none text-ink-2" />
          <span>
            {seriesEnds(dates).map((end) => (
              <Fragment key={end}>
                <span className="inline-block">{end}</span>{" "}
              </Fragment>
            ))}
          </span>
        </>
      )}
    </p>
  );
}

/** How often the event is repeated, until when, and the resulting dates. */
export function RepetitionFields({ draft, inputProps, untilRef }: RepetitionFieldsProps) {
  const dates = datesOf(draft);
  const isMonthly = draft.every === "month" && isPlainDate(draft.date);
  return (
    <>
      <SelectField
        label={eventCreationText.repeat}
        options={OPTIONS}
        placeholder={FREQUENCY_WORDS.never}
        hint={isMonthly ? monthlyRank(draft.date) : undefined}
        {...inputProps("every")}
      />
      {draft.every === "" ? null : (
        <>
          <div className="w-[58%] min-w-44">
            <TextField
              ref={untilRef}
              label={eventCreationText.until}
              type="date"
              min={draft.date}
              {...inputProps("until")}
            />
          </div>
          <Dates dates={dates} />
        </>
      )}
    </>
  );
}
