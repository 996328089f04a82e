import { type ReactNode, useId } from "react";
import type { PersonToAsk } from "#domain/line-up/whom-to-ask.ts";
import { HELP_TITLES, othersToAsk } from "#text/event/whom-to-ask.ts";

/** How many people of a group are visible. The others are folded. */
const SHOWN = 5;

/** The ways to help, in the order in which they are shown. */
const HELPS = ["suffices", "adds_roles", "secures", "doubles"] as const;

interface HelpGroupsProps {
  readonly people: readonly PersonToAsk[];
  readonly renderRow: (candidate: PersonToAsk) => ReactNode;
}

export function HelpGroups({ people, renderRow }: HelpGroupsProps) {
  return HELPS.map((help) => (
    <HelpGroup key={help} people={people.filter((candidate) => candidate.help === help)} renderRow={renderRow} />
  ));
}

function HelpGroup({ people, renderRow }: HelpGroupsProps) {
  const titleId = useId();
  const [first] = people;
  if (first === undefined) return null;
  const [shown, folded] = [people.slice(0, SHOWN), people.slice(SHOWN)];
  const renderList = (listed: readonly PersonToAsk[]) => (
    <ul aria-labelledby={titleId} className="grid grid-cols-1 items-start gap-2 @2xl:grid-cols-2">
      {listed.map(renderRow)}
    </ul>
  );
  return (
    <section aria-labelledby={titleId} className="@container print:hidden">
      <h3 id={titleId} className="mt-4 mb-2 text-small font-semibold">
        {HELP_TITLES[first.help]}
      </h3>
      {renderList(shown)}
      {folded.length === 0 ? null : (
        <details>
          <summary className="min-h-11 content-center text-small text-primary">{othersToAsk(folded.length)}</summary>
          {renderList(folded)}
        </details>
      )}
    </section>
  );
}
