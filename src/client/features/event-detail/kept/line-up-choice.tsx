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
import { type BandRole, canHold, placesOf } from "#domain/line-up/band-roles.ts";
import { mayTakeAll, type RolePair } from "#domain/line-up/critical-roles.ts";
import { holdingsOf, type KeptLineUp, rolesOfPerson } from "#domain/line-up/kept-line-up.ts";
import { compareNames } from "#domain/people/people.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { AFTER_ROLE, choiceLabel, keptLineUpText, notTogether, takenWords } from "#text/event/kept-line-up.ts";
import { namesApart } from "#text/phrases/names-apart.ts";
import { placeNames } from "#text/phrases/places.ts";
import { connectionText } from "#text/shell/connection.ts";
import { useEventTurns, useTurnWords } from "../event-turns.tsx";

/** A place of a line-up that is being chosen. */
interface ChoicePlace {
  readonly role: BandRole;
  /** « Voix 2 » */
  readonly name: string;
  /** Everybody present who can take it, by name. */
  readonly people: readonly PresentPerson[];
  /** Who is chosen; empty: nobody. */
  readonly userId: string;
}

interface ChoiceFacts {
  /** In the scale's order. */
  readonly places: readonly BandRole[];
  /** The line-up that is chosen at first. */
  readonly preset: KeptLineUp;
  readonly availability: readonly AvailabilityEntry[];
  /** The user ids chosen by hand, by the name of the place; empty: nobody. They replace those of `preset`. */
  readonly chosen?: Readonly<Record<string, string>>;
}

/** The places with the people who can take them. A person who can no longer take a place is not chosen for it. */
export function choicePlaces({ places, preset, availability, chosen = {} }: ChoiceFacts): ChoicePlace[] {
  const names = placeNames(places);
  return places.map((role, index) => {
    const name = names[index] ?? role;
    const people = presentPeople(availability)
      .filter((person) => canHold(person, role))
      .toSorted((a, b) => compareNames(a.userName, b.userName));
    const wanted = chosen[name] ?? holdingsOf(preset, role)[placesOf(places.slice(0, index), role)]?.userId;
    return { role, name, people, userId: people.find(({ userId }) => userId === wanted)?.userId ?? "" };
  });
}

export function conflictsIn(
  lineUp: KeptLineUp,
  combinablePairs: readonly RolePair[],
): { readonly userId: string; readonly roles: readonly BandRole[] }[] {
  const people = new Set(lineUp.map(({ userId }) => userId));
  return [...people]
    .map((userId) => ({ userId, roles: rolesOfPerson(lineUp, userId) }))
    .filter(({ roles }) => !mayTakeAll(roles, combinablePairs));
}

interface LineUpChoiceProps extends Pick<ChoiceFacts, "places" | "preset"> {
  readonly event: PlannedEvent;
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
  readonly place: ChoicePlace;
  readonly places: readonly ChoicePlace[];
  readonly isInvalid: boolean;
  readonly disabled: boolean;
  readonly onChoose: (userId: string) => void;
}

function PlaceSelect({ place, places, isInvalid, disabled, onChoose }: PlaceSelectProps) {
  const { role, name, people, userId: chosenId } = place;
  const id = useId();
  const turns = useEventTurns();
  const turnOf = useTurnWords();
  /** Says that the person is present at another event at that time; empty if not. */
  const takenOf = (userId: string) => takenWords(turns.get(userId));
  const isTaken = ({ userId }: PresentPerson) => takenOf(userId) !== "";
  const emails = new Map(usePeople().map((person) => [person.id, person.email]));
  const names = namesApart(
    people.map(({ userId, userName, positions }) => ({
      id: userId,
      name: userName,
      positions,
      email: emails.get(userId),
    })),
  );
  // People who are taken come last.
  const ordered = people.toSorted((a, b) => Number(isTaken(a)) - Number(isTaken(b)));
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
          value={chosenId}
          disabled={disabled}
          onChange={({ target }) => onChoose(target.value)}
        >
          <option value="">{keptLineUpText.nobody}</option>
          {ordered.map(({ userId, userName }) => {
            const others = places.filter((other) => other.name !== name && other.userId === userId);
            // A closed select has room only for the name, and for the note that the person is taken.
            const turn = userId === chosenId ? takenOf(userId) : turnOf(userId);
            return (
              <option key={userId} value={userId}>
                {choiceLabel({ name: names.get(userId) ?? userName, others: others.map((other) => other.name), turn })}
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
  const { event, places: roles, preset, label, isPending, isFocused = false, onKeep, children } = props;
  const { combinablePairs } = usePlayQuestions()(event);
  const isOffline = useConnection()?.status === "offline";
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [isChecked, setIsChecked] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);

  const places = choicePlaces({ places: roles, preset, availability: event.availability, chosen });
  const lineUp = places.filter(({ userId }) => userId !== "").map(({ role, userId }) => ({ role, userId }));
  const conflicts = conflictsIn(lineUp, combinablePairs);
  const shownConflicts = isChecked ? conflicts : [];
  const nameOf = (id: string) => presentPeople(event.availability).find(({ userId }) => userId === id)?.userName ?? "";

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
        {places.map((place) => (
          <PlaceSelect
            key={place.name}
            place={place}
            places={places}
            isInvalid={shownConflicts.some((conflict) => conflict.roles.includes(place.role))}
            disabled={isOffline}
            onChoose={(userId) => setChosen({ ...chosen, [place.name]: userId })}
          />
        ))}
      </ul>
      {shownConflicts.length === 0 ? null : (
        <Alert className="mt-2">
          {shownConflicts.map((conflict) => (
            <span key={conflict.userId} className="block">
              {notTogether(nameOf(conflict.userId), conflict.roles)}
            </span>
          ))}
        </Alert>
      )}
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
