import { useId } from "react";
import { askedEvents } from "#domain/availability/open-answers.ts";
import { type BenchDepth, benchOf, type RoleBench } from "#domain/line-up/bench.ts";
import type { Turns } from "#domain/line-up/turns.ts";
import { may, roleOf } from "#domain/permissions.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { ServiceIcon } from "#client/music/services/service-icon.tsx";
import { usePeople } from "#client/people/people-hooks.ts";
import { useMembers, useRequiredRoles } from "#client/planning/group-hooks.ts";
import { useTurns } from "#client/planning/line-up/turns-hooks.ts";
import { useGroupEvents } from "#client/planning/planning-hooks.ts";
import { useToday } from "#client/planning/today.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { Card } from "#client/ui/surfaces/card.tsx";
import { benchCount, benchHint, benchNames, benchText } from "#text/groups/bench.ts";

const COLOURS: Readonly<Record<BenchDepth, string>> = { nobody: "text-missing", one: "text-tied", several: "text-ok" };

const NO_TURNS: Turns = new Map();

function RoleRow({ bench, turns }: { readonly bench: RoleBench; readonly turns: Turns }) {
  const { role, depth } = bench;
  const names = benchNames(bench, turns);
  return (
    <li className="flex min-h-14 items-center gap-3 border-line px-3 py-2 not-first:border-t">
      <ServiceIcon service={role} className="text-ink-2" />
      <div className="min-w-0 grow">
        <p className="text-control">{role}</p>{" "}
        <p className="text-tiny break-words text-ink-2">{depth === "several" ? names : benchHint(bench)}</p>{" "}
        {depth === "one" ? <p className="text-tiny break-words text-ink-2">{names}</p> : null}
      </div>{" "}
      <span className={`flex flex-none items-center gap-2 text-small font-semibold ${COLOURS[depth]}`}>
        {benchCount(bench)}
      </span>
    </li>
  );
}

interface BenchProps {
  readonly groupId: string;
  readonly turns: Turns;
}

/** How many people could fill each role that the group needs, for any event. */
function Bench({ groupId, turns }: BenchProps) {
  const titleId = useId();
  const user = useUser();
  const members = useMembers(groupId, usePeople());
  const seesAll = may(roleOf(user), "turns.see_all");
  // Members know only their own turn, and the order must not depend on it.
  const bench = benchOf(members, useRequiredRoles(groupId), seesAll ? turns : NO_TURNS);
  const told = seesAll ? turns : new Map([...turns].filter(([userId]) => userId === user.id));
  return (
    <Card labelledBy={titleId}>
      <h2 id={titleId} className="font-title text-title">
        {benchText.title}
      </h2>
      <p className="mb-3 text-small text-ink-2">
        {bench.length === 0 ? benchText.nothingNeeded : benchText.explanation}{" "}
        {[...told.values()].some(({ of }) => of > 0) ? benchText.turns : null}
      </p>
      {bench.length === 0 ? null : (
        <ul aria-labelledby={titleId} className="rounded-strip border border-line">
          {bench.map((each) => (
            <RoleRow key={each.role} bench={each} turns={told} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Whose turn it is depends on the day: that of the next event. */
function BenchBefore({ event, groupId }: { readonly event: PlannedEvent; readonly groupId: string }) {
  return <Bench groupId={groupId} turns={useTurns(event)} />;
}

/** The bench of a group, with how often people played before its next event. */
export function BenchRegion({ groupId }: { readonly groupId: string }) {
  const [next] = askedEvents(useGroupEvents(groupId), useToday());
  return next === undefined ? (
    <Bench groupId={groupId} turns={NO_TURNS} />
  ) : (
    <BenchBefore event={next} groupId={groupId} />
  );
}
