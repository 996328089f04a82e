import { useId } from "react";
import type { PlannedEvent } from "#domain/planning.ts";
import { usePeople, usePeopleProblem, usePeopleStatus } from "#client/people/people-hooks.ts";
import { useMembers } from "#client/planning/planning-hooks.ts";
import { Card } from "#client/ui/card.tsx";
import { Skeleton } from "#client/ui/skeleton.tsx";
import { ANSWER_WORDS } from "#text/availability.ts";
import { sentenceOf } from "#text/errors.ts";
import { eventText } from "#text/event.ts";
import { MemberList } from "./member-list.tsx";
import { teamOf } from "./team.ts";

/** Why nobody is listed as unanswered: everybody answered, or the people are not known (yet). */
function NobodyUnanswered() {
  const status = usePeopleStatus();
  const problem = usePeopleProblem();
  if (status === "loading") return <Skeleton className="h-8 w-40 rounded-chip" />;
  return problem === null ? eventText.everyoneAnswered : sentenceOf(problem);
}

/** Who comes, who does not, and who has not said. */
export function TeamLists({ event: { groupId, availability } }: { readonly event: PlannedEvent }) {
  const titleId = useId();
  const { present, absent, unanswered } = teamOf({ availability }, useMembers(groupId, usePeople()));
  return (
    <Card labelledBy={titleId} className="min-w-0 self-start p-5">
      <h2 id={titleId} className="mb-1.5 font-title text-title">
        {eventText.team}
      </h2>
      <div className="grid gap-x-5 gap-y-3 ">
        <MemberList title={eventText.present} answer="present" members={present} empty={eventText.nobodyPresent} />
        <MemberList title={eventText.absent} answer="absent" members={absent} empty={eventText.nobodyAbsent} />
        <MemberList title={ANSWER_WORDS.none} answer={null} members={unanswered} empty={<NobodyUnanswered />} />
      </div>
    </Card>
  );
}
