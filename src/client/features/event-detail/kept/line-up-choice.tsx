import { ChevronDown } from "lucide-react";
import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { usePlayQuestions } from "#client/line-up/use-play-questions.ts";
import { ServiceIcon } from "#client/music/services/service-icon.tsx";
import { usePeople } from "#client/people/people-hooks.ts";
import { useConnection } from "#client/planning/planning-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { CONTROL_CLASS } from "#client/ui/fields/field.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { type AvailabilityEntry, presentPeople, type PresentPerson } from "#domain/availability/availability.ts";
import { type BandRole, canHold, inScaleOrder, placesOf } from "#domain/line-up/band-roles.ts";
import { mayTakeAll, type RolePair } from "#domain/line-up/critical-roles.ts";
import { holdingsOf, type KeptLineUp, rolesOfPerson } from "#domain/line-up/kept-line-up.ts";
import { compareNames } from "#domain/people/people.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { AFTER_ROLE, choiceLabel, keptLineUpText, notTogether, takenWords } from "#text/event/kept-line-up.ts";
import { namesApart } from "#text/phrases/names-apart.ts";
import { placeNames } from "#text/phrases/places.ts";
import { connectionText } from "#text/shell/connection.ts";
import { useEventTurns, useTurnWords } from "../event-turns.tsx";

/** The chosen user id for each place, by the place's name (« Voix 2 »). Missing or empty if the place stays open. */
type Chosen = Readonly<Record<string, string>>;

export function choicesFor(role: BandRole, availability: readonly AvailabilityEntry[]): PresentPerson[] {
  return presentPeople(availability)
    .filter((person) => canHold(person, role))
    .toSorted((a, b) => compareNames(a.userName, b.userName));
}

/** The choices that make `lineUp`, without people who cannot take their role any more. */
export function chosenFrom(
  lineUp: KeptLineUp,
  availability: readonly AvailabilityEntry[],
  places: readonly BandRole[] = lineUp.map(({ role }) => role),
): Chosen {
  const names = placeNames(places);
  const chosen = places.flatMap((role, index) => {
    const userId = holdingsOf(lineUp, role)[placesOf(places.slice(0, index), role)]?.userId;
    const isPossible = choicesFor(role, availability).some((person) => person.userId === userId);
    return isPossible ? [[names[index], userId]] : [];
  });
  return Object.fromEntries(chosen) as Chosen;
}

export function lineUpFrom(
  chosen: Chosen,
  places: readonly BandRole[] = inScaleOrder(Object.keys(chosen)),
): KeptLineUp {
  const names = placeNames(places);
  return places.flatMap((role, index) => {
    const userId = chosen[names[index] ?? role];
    return userId ? [{ role, userId }] : [];
  });
}

export function conflictsIn(
  lineUp: KeptLineUp,
  combinablePairs: readonly RolePair[],
): { readonly userId: string; readonly roles: readonly BandRole[] }[] {
  return [...new Set(lineUp.map(({ userId }) => userId))]
    .map((userId) => ({ userId, roles: rolesOfPerson(lineUp, userId) }))
    .filter(({ roles }) => !mayTakeAll(roles, combinablePairs));
}

interface LineUpChoiceProps {
  readonly event: PlannedEvent;
  /** In the scale's order. */
  readonly places: readonly BandRole[];
  /** The line-up that is chosen at first. */
  readonly preset: KeptLineUp;
  /** Accessible name of the list. */
  readonly label: string;
  readonly isPending: boolean;
  /** Whether the first select takes the focus when it appears. */
  readonly isFocused?: boolean;
  readonly onKeep: (lineUp: KeptLineUp) => void;
  /** Beside the button that keeps the line-up. */
  readonly children?: ReactNode;
}

interface PlaceSelectProps {
  readonly role: BandRole;
  /** « Voix 2 » */
  readonly name: string;
  readonly chosen: Chosen;
  readonly people: readonly PresentPerson[];
  readonly isInvalid: boolean;
  readonly disabled: boolean;
  readonly turnOf: (userId: string) => string;
  /** Says that the person is present at another event at that time; empty if not. */
  readonly takenOf: (userId: string) => string;
  readonly onChoose: (userId: string) => void;
}

function PlaceSelect({ role, name, chosen, people, isInvalid, disabled, turnOf, takenOf, onChoose }: PlaceSelectProps) {
  const id = useId();
  const emails = new Map(usePeople().map((person) => [person.id, person.email]));
  const names = namesApart(
    people.map(({ userId, userName, positions }) => ({
      id: userId,
      name: userName,
      positions,
      email: emails.get(userId),
    })),
  );
  const value = chosen[name] ?? "";
  return (
    <li className="flex min-h-[52px] break-inside-avoid items-center gap-2 border-line py-1 not-first:border-t">
      <ServiceIcon service={role} className="text-ink-2" />
      <label htmlFor={id} className="min-w-[68px] flex-none sm:min-w-[92px]">
        {name}
        {name === role ? <span className="sr-only">{AFTER_ROLE}</span> : null}
      </label>{" "}
      <span className="relative min-w-0 grow">
        <select
          id={id}
          aria-invalid={isInvalid || undefined}
          className={`${CONTROL_CLASS} min-h-11! appearance-none truncate pr-8! pl-2.5! font-semibold`}
          value={value}
          disabled={disabled}
          onChange={({ target }) => onChoose(target.value)}
        >
          <option value="">{keptLineUpText.nobody}</option>
          {people.map(({ userId, userName }) => {
            const others = Object.keys(chosen).filter((other) => other !== name && chosen[other] === userId);
            // A closed select has room only for the name, and for the note that the person is taken.
            const turn = userId === value ? takenOf(userId) : turnOf(userId);
            return (
              <option key={userId} value={userId}>
                {choiceLabel({ name: names.get(userId) ?? userName, others, turn })}
              </option>
            );
          })}
        </select>
        <ChevronDown className="pointer-events-none absolute top-[13px] right-[11px] text-ink-2" />
      </span>
    </li>
  );
}

/** A select for each place, with everybody present who holds it, and the button that keeps what is chosen. */
export function LineUpChoice(props: LineUpChoiceProps) {
  const { event, places, preset, label, isPending, isFocused = false, onKeep, children } = props;
  const { combinablePairs } = usePlayQuestions()(event);
  const isOffline = useConnection()?.status === "offline";
  const turnOf = useTurnWords();
  const turns = useEventTurns();
  const takenOf = (userId: string) => takenWords(turns.get(userId));
  const isTaken = ({ userId }: PresentPerson) => takenOf(userId) !== "";
  const [chosenHere, setChosenHere] = useState<Chosen>({});
  const [isChecked, setIsChecked] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);

  const names = placeNames(places);
  // People who are taken come last.
  const choices = new Map(
    places.map((role) => [
      role,
      choicesFor(role, event.availability).toSorted((a, b) => Number(isTaken(a)) - Number(isTaken(b))),
    ]),
  );
  // What was chosen here stays as long as it is possible; everything else follows the preset.
  const wanted = { ...chosenFrom(preset, event.availability, places), ...chosenHere };
  const possible = places.flatMap((role, index) => {
    const userId = wanted[names[index] ?? role];
    return choices.get(role)?.some((person) => person.userId === userId) ? [[names[index], userId]] : [];
  });
  const chosen = Object.fromEntries(possible) as Chosen;
  const lineUp = lineUpFrom(chosen, places);
  const conflicts = conflictsIn(lineUp, combinablePairs);
  const blocked = new Set(isChecked ? conflicts.flatMap(({ roles: inConflict }) => inConflict) : []);
  const people = new Map([...choices.values()].flat().map(({ userId, userName }) => [userId, userName]));

  useLayoutEffect(() => {
    if (isFocused) formRef.current?.querySelector("select")?.focus();
  }, [isFocused]);

  function handleSubmit(submitted: FormEvent): void {
    submitted.preventDefault();
    setIsChecked(true);
    if (conflicts.length === 0) onKeep(lineUp);
    else queueMicrotask(() => formRef.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
  }

  return (
    <form ref={formRef} noValidate onSubmit={handleSubmit} className="@container">
      <ul aria-label={label} className="gap-x-8 @2xl:columns-2">
        {places.map((role, index) => (
          <PlaceSelect
            key={names[index]}
            role={role}
            name={names[index] ?? role}
            chosen={chosen}
            people={choices.get(role) ?? []}
            isInvalid={blocked.has(role)}
            disabled={isOffline}
            turnOf={turnOf}
            takenOf={takenOf}
            onChoose={(userId) => setChosenHere({ ...chosenHere, [names[index] ?? role]: userId })}
          />
        ))}
      </ul>
      {isChecked && conflicts.length > 0 ? (
        <div className="mt-2">
          <Alert>
            {conflicts.map(({ userId, roles: inConflict }) => (
              <span key={userId} className="block">
                {notTogether(people.get(userId) ?? "", inConflict)}
              </span>
            ))}
          </Alert>
        </div>
      ) : null}
      <div className="mt-3 flex flex-wrap gap-2 print:hidden">
        <Button type="submit" className="grow" disabled={isOffline} isPending={isPending}>
          {keptLineUpText.keep}
        </Button>
        {children}
      </div>
      {isOffline ? <p className="mt-2 text-small text-ink-2">{connectionText.offline}</p> : null}
    </form>
  );
}
