import { endTimes } from "#domain/calendar/time-slots.ts";
import { SelectField } from "#client/ui/fields/select-field.tsx";
import { eventCreationText } from "#text/event/event-form.ts";
import { choiceInWords, LATE_ENDS } from "../draft/end-choice.ts";
import type { DraftField, EventDraft } from "../draft/event-draft.ts";
import type { InputProps } from "./input-props.ts";
import { timeOptions } from "./time-options.ts";
import type { Ref, TextareaHTMLAttributes } from "react";
import { CONTROL_CLASS, FieldFrame, type FieldTexts, useField } from "#client/ui/fields/field.tsx";

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, FieldTexts {
  readonly ref?: Ref<HTMLTextAreaElement> | undefined;
  readonly value: string;
}

/** A field of several lines, which grows with its text. */
function TextArea({ label, error, hint, id, value, ...rest }: TextAreaProps) {
  const { ids, controlProps } = useField({ error, hint }, id);
  return (
    <FieldFrame label={label} error={error} hint={hint} ids={ids}>
      <div className="growing" data-text={value}>
        <textarea rows={3} {...rest} {...controlProps} value={value} className={`${CONTROL_CLASS} resize-y`} />
      </div>
    </FieldFrame>
  );
}

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
          options={timeOptions([...endTimes(draft.time), ...LATE_ENDS], draft.endTime, choiceInWords)}
          placeholder={eventCreationText.noEnd}
          {...inputProps("endTime")}
        />
      </div>
      <TextArea label={eventCreationText.details} hint={eventCreationText.detailsHint} {...inputProps("details")} />
    </>
  );
}
