import { type FormEvent, useCallback, useState } from "react";
import { type TeamRow, UserRow } from "#contract/accounts/users.ts";
import { errorCodeOf } from "#contract/errors.ts";
import { API, fillPath } from "#contract/paths.ts";
import { Absence, Absences } from "#contract/planning/planning.ts";
import { type AbsenceDays, comingAbsences } from "#domain/availability/absences.ts";
import { firstRefused } from "#client/forms/refused-fields.ts";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { ServicePicker } from "#client/music/services/service-picker.tsx";
import { useReloadPeople } from "#client/people/people-hooks.ts";
import { useToday } from "#client/planning/today.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { useOfferedServices } from "#client/session/team-services.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { TwoStepConfirm } from "#client/ui/buttons/two-step-confirm.tsx";
import { TextField } from "#client/ui/fields/text-field.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { absencesText, daysInWords, removeAbsence } from "#text/absences/absences.ts";
import { failureSentence, sentenceOf } from "#text/errors/errors.ts";
import { actionText } from "#text/phrases/actions.ts";
import { entrustingText } from "#text/users/entrusting.ts";
import { useOwnList } from "../use-own-list.ts";

interface PersonProps {
  readonly person: TeamRow;
}

function Services({ person }: PersonProps) {
  const offered = useOfferedServices();
  const reloadPeople = useReloadPeople();
  const recheckAfter = useRecheckAfter();
  const [chosen, setChosen] = useState<readonly string[]>(person.positions);
  const [outcome, setOutcome] = useState<{ readonly reason: string | null } | null>(null);

  async function save(): Promise<void> {
    const path = fillPath(API.entrustedServices, person.id);
    const failure = await failureOf(callApi({ method: "PUT", path, body: { positions: chosen }, answer: UserRow }));
    if (failure) recheckAfter(failure);
    setOutcome({ reason: failure && failureSentence(failure) });
    await reloadPeople();
  }

  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
      className="flex flex-col gap-2"
    >
      <ServicePicker
        legend={entrustingText.services}
        offered={offered}
        value={chosen}
        onChange={(services) => {
          setChosen(services);
          setOutcome(null);
        }}
        error={outcome?.reason}
      />
      <StatusMessage>{outcome?.reason === null ? entrustingText.servicesSaved : null}</StatusMessage>
      <Button type="submit" size="compact" fullWidth>
        {entrustingText.saveServices}
      </Button>
    </form>
  );
}

const FIELDS = ["from", "to"] as const;
const NOTHING: AbsenceDays = { from: "", to: "" };

interface Problem {
  /** `null`: it is about none of them. */
  readonly field: keyof AbsenceDays | null;
  readonly sentence: string;
}

function AbsencesOf({ person }: PersonProps) {
  const path = fillPath(API.entrustedAbsences, person.id);
  const read = useCallback(() => callApi({ path, answer: Absences }), [path]);
  const { state, reload, remove } = useOwnList(read);
  const today = useToday();
  const recheckAfter = useRecheckAfter();
  const [days, setDays] = useState(NOTHING);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function add(): Promise<void> {
    const failure = await failureOf(callApi({ method: "POST", path, body: days, answer: Absence }));
    if (failure === null) {
      setDays(NOTHING);
      setProblem(null);
      return reload();
    }
    recheckAfter(failure);
    const refused = firstRefused(failure, FIELDS);
    setProblem(
      refused
        ? { field: refused.field, sentence: sentenceOf(errorCodeOf(refused.code)) }
        : { field: null, sentence: failureSentence(failure) },
    );
  }

  async function handleRemove({ id }: { readonly id: string }): Promise<void> {
    const gone = "absence.not_found";
    const removed = fillPath(API.entrustedAbsence, person.id, id);
    const reason = await remove({ path: removed, gone, isKept: (absence) => absence.id !== id });
    setProblem(reason === null ? null : { field: null, sentence: reason });
  }

  const coming = state.status === "ready" ? comingAbsences(state.rows, today) : [];
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
      className="flex flex-col gap-2"
    >
      {state.status === "failed" ? <Alert detail={state.reason}>{absencesText.notLoaded}</Alert> : null}
      {state.status === "ready" && coming.length === 0 ? (
        <p className="text-small text-ink-2">{entrustingText.noAbsence}</p>
      ) : null}
      <ul>
        {coming.map((absence) => (
          <li
            key={absence.id}
            className="flex min-h-11 flex-wrap items-center justify-between gap-x-2 text-small has-data-confirming:bg-danger-tint"
          >
            <span>{daysInWords(absence)}</span>
            <TwoStepConfirm
              label={removeAbsence(absence)}
              confirmLabel={actionText.confirmDeletion}
              cancelLabel={actionText.cancel}
              onConfirm={() => void handleRemove(absence)}
            />
          </li>
        ))}
      </ul>
      {problem?.field === null ? <Alert detail={problem.sentence}>{absencesText.notAdded}</Alert> : null}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8.75rem,1fr))] items-start gap-3">
        {FIELDS.map((field) => (
          <TextField
            key={field}
            type="date"
            label={absencesText[field]}
            value={days[field]}
            error={problem?.field === field ? problem.sentence : undefined}
            onChange={({ target }) => {
              setDays({ ...days, [field]: target.value });
              setProblem(null);
            }}
          />
        ))}
      </div>
      <Button type="submit" size="compact" fullWidth>
        {absencesText.add}
      </Button>
    </form>
  );
}

/** The services and absences of an entrusted person: all that is the user's to change besides answers. */
export function EntrustedCare({ person }: PersonProps) {
  return (
    <div className="mt-1 flex flex-col gap-4">
      <Services person={person} />
      <AbsencesOf person={person} />
    </div>
  );
}
