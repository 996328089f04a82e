import { Merge } from "lucide-react";
import { startTransition, useActionState, useId, useMemo } from "react";
import { usePeople } from "#client/people/people-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import type { TeamRow, UserRow } from "#contract/accounts/users.ts";
import { fullName } from "#domain/people/people.ts";
import { personDetails } from "#text/phrases/names-apart.ts";
import { mergingText } from "#text/users/merging.ts";
import { usersText } from "#text/users/users.ts";
import { type Pair, useMerging } from "./use-merging.tsx";

/** More are shown once some of these are decided. */
const PAIRS_SHOWN = 50;

/** Each pair once. */
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
  const account =
    person.account === "none" ? usersText.noAccount : person.account === "invited" ? usersText.invited : "";
  return [personDetails(person), account].filter(Boolean).join(", ");
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

/** People of one name who are perhaps in the team twice. Nothing where there are none. */
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
