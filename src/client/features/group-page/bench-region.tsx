import { useId } from "react";
import { type BenchDepth, benchOf, type RoleBench } from "#domain/line-up/bench.ts";
import { ServiceIcon } from "#client/music/services/service-icon.tsx";
import { usePeople } from "#client/people/people-hooks.ts";
import { useMembers } from "#client/planning/group-hooks.ts";
import { Card } from "#client/ui/surfaces/card.tsx";
import { benchCount, benchHint, benchNames, benchText } from "#text/groups/bench.ts";

const COLOURS: Readonly<Record<BenchDepth, string>> = { nobody: "text-missing", one: "text-tied", several: "text-ok" };

function RoleRow({ bench }: { readonly bench: RoleBench }) {
  const { role, depth } = bench;
  return (
    <li className="flex min-h-14 items-center gap-3 border-line px-3 py-2 not-first:border-t">
      <ServiceIcon service={role} className="text-ink-2" />
      <div className="min-w-0 grow">
        <p className="text-control">{role}</p>{" "}
        <p className="text-tiny break-words text-ink-2">{depth === "several" ? benchNames(bench) : benchHint(bench)}</p>{" "}
        {depth === "one" ? <p className="text-tiny break-words text-ink-2">{benchNames(bench)}</p> : null}
      </div>{" "}
      <span className={`flex flex-none items-center gap-2 text-small font-semibold ${COLOURS[depth]}`}>
        {benchCount(bench)}
      </span>
    </li>
  );
}

/** How many people could fill each critical role, for any event. */
export function BenchRegion({ groupId }: { readonly groupId: string }) {
  const titleId = useId();
  const bench = benchOf(useMembers(groupId, usePeople()));
  return (
    <Card labelledBy={titleId}>
      <h2 id={titleId} className="font-title text-title">
        {benchText.title}
      </h2>
      <p className="mb-3 text-small text-ink-2">{benchText.explanation}</p>
      <ul aria-labelledby={titleId} className="rounded-strip border border-line">
        {bench.map((each) => (
          <RoleRow key={each.role} bench={each} />
        ))}
      </ul>
    </Card>
  );
}
