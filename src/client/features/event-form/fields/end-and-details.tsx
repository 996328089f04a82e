import { endTimes } from "#domain/calendar/time-slots.ts";
import { SelectField } from "#client/ui/fields/select-field.tsx";
import { TextArea } from "#client/ui/fields/text-area.tsx";
import { eventCreationText } from "#text/event/event-creation.ts";
import type { DraftField, EventDraft } from "../draft/event-draft.ts";
import type { InputProps } from "./input-props.ts";
import { timeOptions } from "./time-options.ts";

interface EndAndDetailsProps {
  readonly draft: EventDraft;
  readonly inputProps: (field: DraftField) => InputProps;
}

export function EndAndDetails({ draft, inputProps }: EndAndDetailsProps) {
  return (
    <>
      <div className="w-[45%] min-w-36">
        <SelectField
          label={eventCreationText.endTime}
          options={timeOptions(endTimes(draft.time), draft.endTime)}
          placeholder={eventCreationText.noEnd}
          {...inputProps("endTime")}
        />
      </div>
      <TextArea label={eventCreationText.details} hint={eventCreationText.detailsHint} {...inputProps("details")} />
    </>
  );
}
