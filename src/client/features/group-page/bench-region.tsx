import { ServiceIcon } from "#client/music/services/service-icon.tsx";
import { usePeople } from "#client/people/people-hooks.ts";
import { useMembers, useRequiredRoles } from "#client/planning/group-hooks.ts";
import { useTurns } from "#client/planning/line-up/turns-hooks.ts";
import { useGroupEvents, useMay } from "#client/planning/planning-hooks.ts";
import { useToday } from "#client/planning/today.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { type BenchDepth, benchOf, type RoleBench } from "#domain/line-up/bench.ts";
import { NO_TURNS } from "#domain/line-up/players/players.ts";
import type { Turns } from "#domain/line-up/turns.ts";
import { askedEvents } from "#domain/planning/answers/open-answers.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { benchCount, benchHint, benchNames, benchText } from "#text/groups/bench.ts";
import { listSeparator } from "#text/phrases/role-phrases.ts";
import { FoldedCard } from "./folded-card.tsx";

const COLOURS: Readonly<Record<BenchDepth, string>> = { nobody: "text-missing", one: "text-tied", several: "text-ok" };

function RoleRow({ bench, turns }: { readonly bench: RoleBench; readonly turns: Turns }) {
  const { role, depth } = bench;
  return (
    <li className="grid min-h-14 grid-cols-[auto_1fr_auto] content-center items-center gap-x-3 border-line px-3 py-2 not-first:border-t">
      <ServiceIcon service={role} className="col-start-1 row-start-1 text-ink-2 sm:row-[1/3]" />
      <p className="col-start-2 row-start-1 min-w-0 text-control">{role}</p>{" "}
      <div className="col-[2/-1] row-start-2 min-w-0 text-tiny text-ink-2 sm:col-[2]">
        {depth === "several" ? null : <p>{benchHint(bench)}</p>}{" "}
        {bench.holders.length === 0 ? null : <Names names={benchNames(bench, turns)} />}
      </div>{" "}
      <span className={`col-start-3 row-start-1 text-small font-semibold sm:row-[1/3] ${COLOURS[depth]}`}>
        {benchCount(bench)}
      </span>
    </li>
  );
}

/** One name per line on a phone, one sentence on a wider screen. */
function Names({ names }: { readonly names: readonly string[] }) {
  return (
    <p>
      {names.map((name, index) => (
        <span key={name + String(index)} className="max-sm:block">
          {name}
          <span className="max-sm:hidden">{listSeparator(index, names.length)}</span>
        </span>
      ))}
    </p>
  );
}

/** The bench: for each role that the group needs, the people who could fill it, whatever they answered. */
function Bench({ groupId, turns }: { readonly groupId: string; readonly turns: Turns }) {
  const user = useUser();
  const members = useMembers(groupId, usePeople());
  const seesAll = useMay("turns.see_all", groupId);
  // A member sees only how often they played themselves. That must not influence the order.
  const bench = benchOf(members, useRequiredRoles(groupId), seesAll ? turns : NO_TURNS);
  const shownTurns = seesAll ? turns : new Map([...turns].filter(([userId]) => userId === user.id));
  const hasPastEvents = [...shownTurns.values()].some((turn) => turn.of > 0);
  return (
    <FoldedCard title={benchText.title}>
      <p className="mb-3 text-small text-ink-2">
        {bench.length === 0 ? benchText.nothingNeeded : benchText.explanation} {hasPastEvents ? benchText.turns : null}
      </p>
      {bench.length === 0 ? null : (
        <ul aria-label={benchText.title} className="rounded-strip border border-line">
          {bench.map((roleBench) => (
            <RoleRow key={roleBench.role} bench={roleBench} turns={shownTurns} />
          ))}
        </ul>
      )}
    </FoldedCard>
  );
}

/** The bench with turns: how often people played in the weeks before an event. */
function BenchBefore({ event, groupId }: { readonly event: PlannedEvent; readonly groupId: string }) {
  return <Bench groupId={groupId} turns={useTurns(event)} />;
}

/** The bench of a group: who could fill each role, and how often they played before the group's next event. */
export function BenchRegion({ groupId }: { readonly groupId: string }) {
  const [next] = askedEvents(useGroupEvents(groupId), useToday());
  return next === undefined ? (
    <Bench groupId={groupId} turns={NO_TURNS} />
  ) : (
    <BenchBefore event={next} groupId={groupId} />
  );
}
