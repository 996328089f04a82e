import { ChevronDown } from "lucide-react";
import { type Ref, useId, useState } from "react";
import { usePeople } from "#client/people/people-hooks.ts";
import { useConnection } from "#client/planning/planning-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { CONTROL_CLASS } from "#client/ui/fields/field.tsx";
import { API } from "#contract/paths.ts";
import type { PersonToAsk } from "#domain/line-up/whom-to-ask.ts";
import { ASKED_MAX, ANSWER_HOURS, type AnswerHours } from "#domain/notifications/asking.ts";
import { fullName, type Person } from "#domain/people/people.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { askedOf, askingText, OUTCOME_SENTENCES, hoursToAnswer } from "#text/event/asking.ts";
import { HelpGroups } from "../help-group.tsx";
import { AskingRow, rowState } from "./asking-row.tsx";
import { AskingMessages, useAsking } from "./use-asking.tsx";

interface OrderControlsProps {
  readonly disabled: boolean;
  readonly isPending: boolean;
  readonly ref: Ref<HTMLButtonElement>;
  readonly onAsk: (hours: AnswerHours) => void;
}

/** Starts requests "in order": the server asks one person after the other, and gives each some hours to answer. */
function OrderControls({ disabled, isPending, ref, onAsk }: OrderControlsProps) {
  const id = useId();
  const [hours, setHours] = useState<AnswerHours>(6);
  return (
    <div className="mt-3">
      <div className="flex flex-wrap items-center gap-2 text-small">
        <label htmlFor={id}>{askingText.leave}</label>
        <span className="relative w-24">
          <select
            id={id}
            aria-describedby={`${id}-after`}
            className={`${CONTROL_CLASS} appearance-none pr-9`}
            value={hours}
            disabled={disabled}
            onChange={({ target }) => setHours(ANSWER_HOURS.find((option) => String(option) === target.value) ?? hours)}
          >
            {ANSWER_HOURS.map((option) => (
              <option key={option} value={option}>
                {hoursToAnswer(option)}
              </option>
            ))}
          </select>
          <ChevronDown className="pointer-events-none absolute top-[15px] right-[13px] text-ink-2" />
        </span>
        <span id={`${id}-after`}>{askingText.toAnswer}</span>
      </div>
      <Button
        ref={ref}
        fullWidth
        className="mt-2"
        disabled={disabled}
        isPending={isPending}
        onClick={() => onAsk(hours)}
      >
        {askingText.askInOrder}
      </Button>
    </div>
  );
}

interface AskingPeopleProps {
  readonly event: PlannedEvent;
  /** The most helpful person first. */
  readonly people: readonly PersonToAsk[];
}

/** The people whose presence would help. An admin or a leader asks single people, or starts requests in order. */
export function AskingPeople({ event, people }: AskingPeopleProps) {
  const asking = useAsking(API.requests, event);
  const { known, pending, areaRef, orderButtonRef } = asking;
  const everybody = usePeople();
  const ownId = useUser().id;
  const isOffline = useConnection()?.status === "offline";
  if (people.length === 0) return null;

  const stateOf = ({ id }: Person) => rowState(id, ownId, everybody, known);
  const reachable = people
    .map(({ person }) => person)
    .filter((person) => !["self", "no_account"].includes(stateOf(person).kind));
  const orderState = known?.order?.state ?? null;
  const canOrder = orderState !== "running" && reachable.some((person) => stateOf(person).kind === "askable");
  // People who were asked already get no second message.
  const userIds = reachable.slice(0, ASKED_MAX).map(({ id }) => id);
  const orderButtonProps = { fullWidth: true, disabled: isOffline, ref: orderButtonRef };
  return (
    <div ref={areaRef} tabIndex={-1} className="outline-none print:hidden">
      <HelpGroups
        people={people}
        renderRow={(candidate) => {
          const { id } = candidate.person;
          return (
            <AskingRow
              key={id}
              event={event}
              candidate={candidate}
              state={stateOf(candidate.person)}
              isOffline={isOffline}
              isPending={pending === id}
              onAsk={() => asking.askFor(id, { userIds: [id], inOrder: false }, askedOf(fullName(candidate.person)))}
            />
          );
        }}
      />
      {isOffline ? <p className="mt-3 text-small text-ink-2">{askingText.offline}</p> : null}
      {canOrder ? (
        <OrderControls
          {...orderButtonProps}
          isPending={pending === "order"}
          onAsk={(hours) => asking.askFor("order", { userIds, inOrder: true, hours }, askingText.asked)}
        />
      ) : null}
      {orderState === "running" ? (
        <Button {...orderButtonProps} className="mt-3" isPending={pending === "stop"} onClick={asking.stopAll}>
          {askingText.stop}
        </Button>
      ) : null}
      {orderState === "exhausted" ? (
        <p className="mt-3 text-small text-ink-2">{OUTCOME_SENTENCES[orderState]}</p>
      ) : null}
      <AskingMessages asking={asking} />
    </div>
  );
}
