import { ChevronDown } from "lucide-react";
import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { usePlayQuestions } from "#client/line-up/use-play-questions.ts";
import { ServiceIcon } from "#client/music/services/service-icon.tsx";
import { usePeople } from "#client/people/people-hooks.ts";
import { useConnection } from "#client/planning/planning-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { CONTROL_CLASS } from "#client/ui/fields/field.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { type AvailabilityEntry, type AnsweredPerson, presentPeople } from "#domain/availability/availability.ts";
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

interface ChoicePlace {
  readonly role: BandRole;
  /** « Voix 2 » */
  readonly name: string;
  /** Everybody present who can take it, by name. */
  readonly people: readonly AnsweredPerson[];
  /** The chosen person; empty: nobody. */
  readonly userId: string;
}

interface ChoiceFacts {
  /** In the fixed order of all roles ("scale"). */
  readonly places: readonly BandRole[];
  /** The line-up that is chosen at first. */
  readonly preset: KeptLineUp;
  readonly availability: readonly AvailabilityEntry[];
  /** The user ids chosen by hand, by the name of the place; empty: nobody. They replace those of `preset`. */
  readonly chosen?: Readonly<Record<string, string>>;
}

/** Each place with the people who can take it. A choice is dropped if the person can no longer take the place. */
export function choicePlaces({ places, preset, availability, chosen = {} }: ChoiceFacts): ChoicePlace[] {
  const names = placeNames(places);
  return places.map((role, index) => {
    const name = names[index] ?? role;
    const people = presentPeople(availability)
      .filter((person) => canHold(person, role))
      .toSorted((a, b) => compareNames(a.userName, b.userName));
    // A role may have several places. This is the index of the place among those of its role.
    const placeIndex = placesOf(places.slice(0, index), role);
    const chosenId = chosen[name] ?? holdingsOf(preset, role)[placeIndex]?.userId;
    return { role, name, people, userId: people.find(({ userId }) => userId === chosenId)?.userId ?? "" };
  });
}

/** The people who are chosen for roles that one person may not take together, with these roles. */
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
  readonly label: string;
  readonly isPending: boolean;
  /** Whether the first select takes the focus when the form appears. */
  readonly isFocused?: boolean;
  readonly onKeep: (lineUp: KeptLineUp) => void;
  /** More buttons, beside the one that saves the line-up. */
  readonly children?: ReactNode;
}

interface PlaceSelectProps {
  readonly place: ChoicePlace;
  readonly places: readonly ChoicePlace[];
  readonly isInvalid: boolean;
  readonly disabled: boolean;
  readonly onChoose: (userId: string) => void;
}

/** The select of one place. Its options say how often each person played, and which other place they are chosen for. */
function PlaceSelect({ place, places, isInvalid, disabled, onChoose }: PlaceSelectProps) {
  const { role, name, people, userId: chosenId } = place;
  const id = useId();
  const turns = useEventTurns();
  const turnWordsOf = useTurnWords();
  /** Says that the person is present at another event at the same time ("taken"); empty if not. */
  const takenWordsOf = (userId: string) => takenWords(turns.get(userId));
  const isTaken = ({ userId }: AnsweredPerson) => takenWordsOf(userId) !== "";
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
    <li className="flex min-h-[52px] break-inside-avoid items-center gap-2 border-t border-line py-1">
      <ServiceIcon service={role} className="text-ink-2" />
      <label htmlFor={id} className="max-w-1/2 min-w-[68px] flex-none sm:min-w-[92px]">
        {name}
        {/* The only place of its role has a label like « Batterie : » (specification). */}
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
            const otherPlaces = places.filter((other) => other.name !== name && other.userId === userId);
            const others = otherPlaces.map((other) => other.name);
            // A closed select has room only for the name, and for the note that the person is taken.
            const turn = userId === chosenId ? takenWordsOf(userId) : turnWordsOf(userId);
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

export function LineUpChoice(props: LineUpChoiceProps) {
  const { event, places: roles, preset, label, isPending, isFocused = false, onKeep, children } = props;
  const { combinablePairs } = usePlayQuestions()(event);
  const isOffline = useConnection()?.status === "offline";
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [isSubmitted, setIsSubmitted] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);

  const places = choicePlaces({ places: roles, preset, availability: event.availability, chosen });
  const lineUp = places.filter(({ userId }) => userId !== "").map(({ role, userId }) => ({ role, userId }));
  const conflicts = conflictsIn(lineUp, combinablePairs);
  const shownConflicts = isSubmitted ? conflicts : [];
  const nameOf = (id: string) => presentPeople(event.availability).find(({ userId }) => userId === id)?.userName ?? "";

  useLayoutEffect(() => {
    if (isFocused) formRef.current?.querySelector("select")?.focus();
  }, [isFocused]);

  function handleSubmit(submitted: FormEvent): void {
    submitted.preventDefault();
    setIsSubmitted(true);
    if (conflicts.length === 0) onKeep(lineUp);
    else queueMicrotask(() => formRef.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
  }

  return (
    <form ref={formRef} noValidate onSubmit={handleSubmit} className="@container">
      {/* Clips the line above the first row of each column. */}
      <ul aria-label={label} className="gap-x-8 [clip-path:inset(1px_-8px_-8px)] @2xl:columns-2">
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
