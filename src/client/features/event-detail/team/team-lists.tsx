import { useId } from "react";
import type { PlannedEvent } from "#domain/planning.ts";
import { usePeople, usePeopleProblem, usePeopleStatus } from "#client/people/people-hooks.ts";
import { useMembers } from "#client/planning/group-hooks.ts";
import { useNeed } from "#client/planning/planning-hooks.ts";
import { Card } from "#client/ui/card.tsx";
import { Skeleton } from "#client/ui/skeleton.tsx";
import { ANSWER_WORDS } from "#text/availability.ts";
import { sentenceOf } from "#text/errors.ts";
import { eventText } from "#text/event.ts";
import { loadFailureText } from "#text/load-failures.ts";
import { MemberList } from "./member-list.tsx";
import { teamOf } from "./team.ts";

/** Why nobody is listed as unanswered: everybody answered, or those who should are not known (yet). */
function NobodyUnanswered({ groupId }: { readonly groupId: string }) {
  const peopleStatus = usePeopleStatus();
  const problem = usePeopleProblem();
  const groupStatus = useNeed({ type: "group", groupId });
  if (peopleStatus === "loading" || groupStatus === "loading") return <Skeleton className="h-8 w-40 rounded-chip" />;
  if (problem !== null) return sentenceOf(problem);
  return groupStatus === "ready" ? eventText.everyoneAnswered : loadFailureText.group;
}

/** Who comes, who does not, and who has not said. */
export function TeamLists({ event: { groupId, availability } }: { readonly event: PlannedEvent }) {
  const titleId = useId();
  const people = usePeople();
  const { present, absent, unanswered } = teamOf({ availability }, { people, members: useMembers(groupId, people) });
  return (
    <Card labelledBy={titleId} className="min-w-0 self-start p-5">
      <h2 id={titleId} className="mb-1.5 font-title text-title">
        {eventText.team}
      </h2>
      <div className="grid gap-x-5 gap-y-3 ">
        <MemberList title={eventText.present} answer="present" members={present} empty={eventText.nobodyPresent} />
        <MemberList title={eventText.absent} answer="absent" members={absent} empty={eventText.nobodyAbsent} />
        <MemberList
          title={ANSWER_WORDS.none}
          answer={null}
          members={unanswered}
          empty={<NobodyUnanswered groupId={groupId} />}
        />
      </div>
    </Card>
  );
}
