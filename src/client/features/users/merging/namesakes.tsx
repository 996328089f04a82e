import { Merge } from "lucide-react";
import { startTransition, useActionState, useId, useMemo } from "react";
import type { ApiError } from "#client/http/call-api.ts";
import { usePeople, usePeopleStore } from "#client/people/people-hooks.ts";
import { newUuid } from "#client/planning/new-uuid.ts";
import { usePlanningEnvironment } from "#client/planning/planning-hooks.ts";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { useToday } from "#client/planning/today.ts";
import { useSession } from "#client/session/session-hooks.ts";
import { useCall } from "#client/session/use-call.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { useToast } from "#client/ui/overlays/toast.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { type TeamRow, UserRow } from "#contract/accounts/users.ts";
import { API, fillPath } from "#contract/paths.ts";
import { givenAnswerOf, noteOf } from "#domain/availability/availability.ts";
import { unitedLineUp } from "#domain/line-up/repairing/replacement.ts";
import { fullName, type Person } from "#domain/people/people.ts";
import type { SubmittedChange } from "#domain/planning/planning-change.ts";
import { combinablePairsOf, type Planning } from "#domain/planning/planning.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { personDetails } from "#text/phrases/names-apart.ts";
import { mergingText, peopleMerged } from "#text/users/merging.ts";
import { usersText } from "#text/users/users.ts";

/** The changes that merge `goneId` into `kept` in a local planning. Of two answers to an event, the later one wins. */
export function changesOfMerge(planning: Planning, kept: Person, goneId: string): SubmittedChange[] {
  const answers = planning.events.flatMap(({ id: eventId, availability }): SubmittedChange[] => {
    const answer = givenAnswerOf(availability, goneId);
    if (answer === null) return [];
    // Entries are in the order in which people answered.
    const goneIndex = availability.findIndex(({ userId }) => userId === goneId);
    const keptIndex = availability.findIndex(({ userId }) => userId === kept.id);
    if (givenAnswerOf(availability, kept.id) !== null && keptIndex > goneIndex) return [];
    return [{ type: "availability.set", eventId, person: kept, answer, ...noteOf(availability[goneIndex] ?? {}) }];
  });
  const lineUps = planning.events.flatMap(({ id: eventId, groupId, lineUp }): SubmittedChange[] => {
    if (lineUp?.some(({ userId }) => userId === goneId) !== true) return [];
    const united = unitedLineUp(lineUp, { keptId: kept.id, goneId }, combinablePairsOf(planning, groupId));
    return [{ type: "line_up.kept", eventId, lineUp: united }];
  });
  const absences = planning.absences
    .filter(({ person }) => person.id === goneId)
    .map((absence): SubmittedChange => ({
      type: "absence.added",
      absence: { ...absence, id: newUuid(), person: kept },
    }));
  return [...answers, ...lineUps, ...absences];
}

/** Returns a function that merges two people in this browser. A shared planning is already merged by the server. */
function useLocalMerge(): (kept: UserRow, gone: UserRow) => Promise<void> {
  const { source } = usePlanningEnvironment();
  const today = useToday();
  const isLocal = useSharingState() === "local";
  return async ({ id, firstName, lastName, positions }, gone) => {
    if (isLocal) {
      const person = { id, firstName, lastName, positions };
      const { planning } = source.snapshot();
      for (const change of changesOfMerge(planning, person, gone.id)) {
        await source.submit(change);
      }
      await source.applyPersonChange({ type: "person.changed", person, from: today });
    }
    await source.applyPersonChange({ type: "person.removed", userId: gone.id });
  };
}

type Pair = readonly [UserRow, UserRow];

export function useMerging() {
  const { updateUser } = useSession();
  const people = usePeopleStore();
  const call = useCall();
  const mergeLocally = useLocalMerge();
  const showToast = useToast();

  /** The sentence for a failure. Also reloads the people, because the failure may mean that they are outdated. */
  function explain(failure: ApiError): string {
    void people.reload();
    return failureSentence(failure);
  }

  /** Both functions resolve with a sentence about why they failed, or `null`. */
  return {
    /** @param guitar if both kinds of guitar come together: the kind that remains */
    merge: async ([one, other]: Pair, guitar: string | null): Promise<string | null> => {
      const body = { with: other.id, ...(guitar !== null && { guitar }) };
      const path = fillPath(API.userMerge, one.id);
      const { failure, value: kept } = await call({ method: "POST", path, body, response: UserRow });
      if (failure) return explain(failure);
      const gone = kept.id === one.id ? other : one;
      people.update((rows) =>
        rows.filter(({ id }) => id !== gone.id).map((person) => (person.id === kept.id ? kept : person)),
      );
      // Does nothing if the row belongs to another user.
      updateUser(kept);
      await mergeLocally(kept, gone);
      showToast({ message: peopleMerged(fullName(kept)), icon: <Merge /> });
      await people.reload();
      return null;
    },
    tellApart: async ([one, other]: Pair): Promise<string | null> => {
      const { failure } = await call({ method: "PUT", path: fillPath(API.userDifference, one.id, other.id) });
      if (failure) return explain(failure);
      people.update((rows) =>
        rows.map((person) =>
          person.id === one.id || person.id === other.id
            ? { ...person, namesakes: (person.namesakes ?? []).filter((id) => id !== one.id && id !== other.id) }
            : person,
        ),
      );
      await people.reload();
      return null;
    },
  };
}

/** The most pairs shown at once. The others follow once some of these are decided. */
const PAIRS_SHOWN = 50;

/** The pairs of namesakes, each pair once. */
function pairsAmong(people: readonly TeamRow[]): Pair[] {
  const byId = new Map(people.map((person) => [person.id, person]));
  return people.flatMap((person) =>
    (person.namesakes ?? []).flatMap((id): Pair[] => {
      const other = byId.get(id);
      return other === undefined || id < person.id ? [] : [[person, other]];
    }),
  );
}

function detailsOf(person: UserRow): string {
  const details = [personDetails(person)];
  if (person.account === "none") details.push(usersText.noAccount);
  if (person.account === "invited") details.push(usersText.invited);
  return details.filter(Boolean).join(", ");
}

interface PairRowProps {
  readonly pair: Pair;
  readonly onMerge: (pair: Pair) => void;
}

function PairRow({ pair, onMerge }: PairRowProps) {
  const id = useId();
  const { tellApart } = useMerging();
  const [reason, submit, isPending] = useActionState(() => tellApart(pair), null);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <div id={id} className="min-w-0 grow basis-64">
        {pair.map((person) => (
          <p key={person.id} className="wrap-anywhere">
            <bdi className="text-name">{fullName(person)}</bdi>{" "}
            <span className="text-small text-ink-2">{detailsOf(person)}</span>
          </p>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="compact" icon={<Merge />} aria-describedby={id} onClick={() => onMerge(pair)}>
          {mergingText.merge}
        </Button>
        <Button
          size="compact"
          variant="quiet"
          isPending={isPending}
          aria-describedby={id}
          onClick={() => startTransition(submit)}
        >
          {mergingText.different}
        </Button>
      </div>
      {reason === null ? null : (
        <div className="basis-full">
          <Alert detail={reason}>{mergingText.differentFailed}</Alert>
        </div>
      )}
    </li>
  );
}

/** Pairs of people with the same name: the admin merges them, or says that they differ. Hidden if there are none. */
export function NamesakeRegion({ onMerge }: Pick<PairRowProps, "onMerge">) {
  const id = useId();
  const people = usePeople();
  const pairs = useMemo(() => pairsAmong(people).slice(0, PAIRS_SHOWN), [people]);
  if (pairs.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mb-4 rounded-card bg-surface px-3 py-3 shadow-1 md:px-5">
      <h2 id={id} className="text-small font-semibold text-ink-2">
        {mergingText.region}
      </h2>
      <ul className="divide-y divide-edge">
        {pairs.map((pair) => (
          <PairRow key={pair.map((person) => person.id).join()} pair={pair} onMerge={onMerge} />
        ))}
      </ul>
    </section>
  );
}
