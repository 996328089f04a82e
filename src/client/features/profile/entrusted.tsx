import { type FormEvent, useRef, useState } from "react";
import { AbsenceForm } from "#client/answering/absence-form.tsx";
import { Confirm } from "#client/deletion/confirm.tsx";
import { useEntrusted } from "#client/family/entrusted-hooks.ts";
import { NO_OUTCOME, type Outcome, OutcomeMessage, refusal, useAction } from "#client/forms/use-action.tsx";
import type { ApiError } from "#client/http/call-api.ts";
import { ServicePicker } from "#client/music/services/service-picker.tsx";
import { usePeopleStore } from "#client/people/people-hooks.ts";
import { useToday } from "#client/planning/today.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { useOfferedServices } from "#client/session/team-services.ts";
import { useCall } from "#client/session/use-call.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { type TeamRow, UserRow } from "#contract/accounts/users.ts";
import { API, fillPath } from "#contract/paths.ts";
import { Absence, Absences } from "#contract/planning/planning.ts";
import { type AbsenceDays, comingAbsences } from "#domain/availability/absences.ts";
import { fullName } from "#domain/people/people.ts";
import { absencesText, daysInWords, removeAbsence } from "#text/absences/absences.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { careOf, endOwnEntrusting, entrustingText } from "#text/users/entrusting.ts";
import { MESSAGE_CLASS, ProfileRegion, useOwnList } from "./own-lists.tsx";

interface PersonProps {
  readonly person: TeamRow;
}

function EntrustedServices({ person }: PersonProps) {
  const offered = useOfferedServices();
  const reloadPeople = usePeopleStore().reload;
  const call = useCall();
  const [chosen, setChosen] = useState<readonly string[]>(person.positions);
  /** `reason`: why saving failed; `null` if it succeeded. */
  const [outcome, setOutcome] = useState<{ readonly reason: string | null } | null>(null);

  async function save(): Promise<void> {
    const path = fillPath(API.entrustedServices, person.id);
    const { failure } = await call({ method: "PUT", path, body: { positions: chosen }, response: UserRow });
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

function EntrustedAbsences({ person }: PersonProps) {
  const path = fillPath(API.entrustedAbsences, person.id);
  const { data, rows, remove } = useOwnList(path, Absences, "absence.not_found");
  const today = useToday();
  const call = useCall();

  const { outcome, act, dismissProblem } = useAction(async (id: string): Promise<Outcome> => {
    const absencePath = fillPath(API.entrustedAbsence, person.id, id);
    const failure = await remove(absencePath, (absence) => absence.id !== id);
    return failure ? refusal(failure, absencesText.notRemoved) : NO_OUTCOME;
  });

  async function add(days: AbsenceDays): Promise<ApiError | null> {
    const { failure, value } = await call({ method: "POST", path, body: days, response: Absence });
    if (failure === null) data.change((absences) => [...absences, value]);
    dismissProblem();
    return failure;
  }

  const coming = comingAbsences(rows, today);
  return (
    <div className="flex flex-col gap-2">
      {data.status === "failed" ? <Alert detail={data.reason}>{absencesText.notLoaded}</Alert> : null}
      {data.status === "ready" && coming.length === 0 ? (
        <p className="text-small text-ink-2">{entrustingText.noAbsence}</p>
      ) : null}
      <ul>
        {coming.map((absence) => (
          <li
            key={absence.id}
            className="flex min-h-11 flex-wrap items-center justify-between gap-x-2 text-small has-data-confirming:bg-danger-tint"
          >
            <span>{daysInWords(absence)}</span>
            <Confirm label={removeAbsence(absence)} onConfirm={() => act(absence.id)} />
          </li>
        ))}
      </ul>
      <OutcomeMessage outcome={outcome} className="-mt-2 *:not-empty:mt-2" />
      <AbsenceForm comingCount={coming.length} onAdd={add} isCompact />
    </div>
  );
}

interface EntrustedPersonProps extends PersonProps {
  readonly onEnd: () => void;
}

/** An entrusted person. Unfolded, it shows their services and absences, which the user may change. */
function EntrustedPerson({ person, onEnd }: EntrustedPersonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const name = fullName(person);
  return (
    <li className="border-b border-line py-2 last:border-b-0">
      <p className="text-control wrap-anywhere">
        <bdi>{name}</bdi>
      </p>
      <Button
        variant="quiet"
        size="compact"
        className="-ml-3.5 text-left"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {careOf(name)}
      </Button>
      <Button variant="quiet" size="compact" className="-ml-3.5 text-left" onClick={onEnd}>
        {endOwnEntrusting(name)}
      </Button>
      {isOpen ? (
        <div className="mt-1 flex flex-col gap-4">
          <EntrustedServices person={person} />
          <EntrustedAbsences person={person} />
        </div>
      ) : null}
    </li>
  );
}

/** The people who are entrusted to the user: the user answers for them. Renders nothing if there are none. */
export function EntrustedList() {
  const titleRef = useRef<HTMLHeadingElement>(null);
  const { id } = useUser();
  const entrusted = useEntrusted();
  const reloadPeople = usePeopleStore().reload;
  const call = useCall();
  const { outcome, act } = useAction(async (person: TeamRow): Promise<Outcome> => {
    const { failure } = await call({ method: "DELETE", path: fillPath(API.guardian, person.id, id) });
    titleRef.current?.focus();
    await reloadPeople();
    return failure ? refusal(failure, entrustingText.failed) : NO_OUTCOME;
  });
  if (entrusted.length === 0) return null;

  return (
    <ProfileRegion title={entrustingText.title} hint={entrustingText.hint} titleRef={titleRef}>
      <OutcomeMessage outcome={outcome} className={MESSAGE_CLASS} />
      <ul aria-label={entrustingText.title} className="mt-1">
        {entrusted.map((person) => (
          <EntrustedPerson key={person.id} person={person} onEnd={() => act(person)} />
        ))}
      </ul>
    </ProfileRegion>
  );
}
