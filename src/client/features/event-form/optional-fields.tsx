import { Repeat, SlidersHorizontal } from "lucide-react";
import { Fragment, type ReactNode, type TextareaHTMLAttributes, useId, useState } from "react";
import { RolePlaces } from "#client/music/services/role-places.tsx";
import { useRequiredRoles } from "#client/planning/group-hooks.ts";
import { useNeed } from "#client/planning/planning-hooks.ts";
import { useTeamServices } from "#client/session/team-services.ts";
import { FoldButton } from "#client/ui/buttons/fold-button.tsx";
import { CONTROL_CLASS, FieldFrame, type FieldTexts, useField } from "#client/ui/fields/field.tsx";
import { SegmentedControl } from "#client/ui/fields/segmented-control.tsx";
import { SelectField } from "#client/ui/fields/select-field.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { isPlainDate, type PlainDate, type PlainTime } from "#domain/calendar/calendar.ts";
import { FREQUENCIES } from "#domain/calendar/recurrence.ts";
import { endTimes } from "#domain/calendar/time-slots.ts";
import type { BandRole } from "#domain/line-up/band-roles.ts";
import { rolesToChoose } from "#domain/planning/offered-roles.ts";
import {
  eventCreationText,
  FREQUENCY_WORDS,
  monthlyRank,
  seriesEnds,
  foldedFieldsSummary,
} from "#text/event/event-form.ts";
import { requiredRolesText, rolesOfGroup } from "#text/groups/required-roles.ts";
import {
  choiceInWords,
  datesOf,
  type DraftField,
  type EventDraft,
  frequencyOf,
  LATE_ENDS,
} from "./draft/event-draft.ts";

export interface InputProps {
  readonly name: DraftField;
  readonly value: string;
  readonly error: string | undefined;
  readonly "aria-invalid": boolean;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
}

/** The options of a select of times, in order. The chosen time is an option even if it is no longer offered. */
export function timeOptions(
  offered: readonly PlainTime[],
  chosen: string,
  inWords = (time: PlainTime): string => time,
) {
  const times = chosen === "" || offered.includes(chosen) ? offered : [...offered, chosen].toSorted();
  return times.map((time) => ({ value: time, label: inWords(time) }));
}

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement>, FieldTexts {
  readonly value: string;
}

/** A multi-line text field that grows with its text. */
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

export interface DraftFieldsProps {
  readonly draft: EventDraft;
  readonly inputProps: (field: DraftField) => InputProps;
}

export function EndAndDetails({ draft, inputProps }: DraftFieldsProps) {
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

const FREQUENCY_OPTIONS = FREQUENCIES.map((every) => ({ value: every, label: FREQUENCY_WORDS[every] }));

/** The dates of a series in words. Rendered even if empty: screen readers announce only changes of existing elements. */
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

export function RepetitionFields({ draft, inputProps }: DraftFieldsProps) {
  const dates = datesOf(draft);
  const isMonthly = draft.every === "month" && isPlainDate(draft.date);
  return (
    <>
      <SelectField
        label={eventCreationText.repeat}
        options={FREQUENCY_OPTIONS}
        placeholder={FREQUENCY_WORDS.never}
        hint={isMonthly ? monthlyRank(draft.date) : undefined}
        {...inputProps("every")}
      />
      {draft.every === "" ? null : (
        <>
          <div className="w-[58%] min-w-44">
            <TextField label={eventCreationText.until} type="date" min={draft.date} {...inputProps("until")} />
          </div>
          <Dates dates={dates} />
        </>
      )}
    </>
  );
}

const ROLE_OPTIONS = [
  { value: "group", label: requiredRolesText.ofGroup },
  { value: "own", label: requiredRolesText.chosen },
] as const;

interface RequiredRolesFieldProps {
  readonly groupId: string;
  /** The event's own roles; `null`: the roles of its group. */
  readonly value: readonly BandRole[] | null;
  readonly onChange: (value: readonly BandRole[] | null) => void;
}

/** The roles that the event needs: those of its group, or its own. Own roles start with a copy of the group's. */
export function RequiredRolesField({ groupId, value, onChange }: RequiredRolesFieldProps) {
  const groupRoles = useRequiredRoles(groupId);
  const isKnown = useNeed({ type: "group", groupId }) === "ready";
  /** Restored when the user returns from the group's roles to own roles. */
  const [lastChosen, setLastChosen] = useState(value);

  const roles = rolesToChoose(useTeamServices(), [...(value ?? []), ...groupRoles, ...(lastChosen ?? [])]);

  function choose(chosen: readonly BandRole[]): void {
    setLastChosen(chosen);
    onChange(chosen);
  }

  return (
    <div className="@container flex flex-col gap-2">
      <SegmentedControl
        legend={requiredRolesText.title}
        size="large"
        options={ROLE_OPTIONS}
        value={value === null ? "group" : "own"}
        onChange={(option) => (option === "group" ? onChange(null) : choose(lastChosen ?? groupRoles))}
      />
      {value === null ? null : <RolePlaces all={roles} required={value} onChange={choose} />}
      <p aria-live="polite" className="text-small text-ink-2">
        {hintOf(value, isKnown ? groupRoles : null)}
      </p>
    </div>
  );
}

function hintOf(value: readonly BandRole[] | null, groupRoles: readonly BandRole[] | null): string {
  if (value === null) return groupRoles === null ? "" : rolesOfGroup(groupRoles);
  return value.length === 0 ? requiredRolesText.nothingNeededHere : "";
}

interface FoldedFieldsProps {
  readonly draft: EventDraft;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** Contains the optional fields. On a phone they are folded behind a button, which summarises them. */
export function FoldedFields({ draft, isOpen, onToggle, children }: FoldedFieldsProps) {
  const id = useId();
  const fields = { ...draft, endTime: choiceInWords(draft.endTime), every: frequencyOf(draft) ?? "" } as const;
  const summary = isOpen ? "" : foldedFieldsSummary(fields);
  return (
    <div className={`border-line sm:border-t sm:pt-5 ${isOpen ? "border-t pt-1" : ""}`}>
      <FoldButton
        controls={id}
        isOpen={isOpen}
        onToggle={onToggle}
        className={`min-h-13 rounded-control py-2 font-semibold text-primary ${isOpen ? "" : "bg-sunk px-3.5"}`}
      >
        <SlidersHorizontal className="flex-none" />
        <span className="min-w-0 grow">
          {eventCreationText.more}
          {summary === "" ? null : <span className="block text-small font-normal text-ink-2">{summary}</span>}
        </span>
      </FoldButton>
      <div id={id} className={`flex-col gap-5 sm:flex ${isOpen ? "mt-2 flex sm:mt-0" : "hidden"}`}>
        {children}
      </div>
    </div>
  );
}
