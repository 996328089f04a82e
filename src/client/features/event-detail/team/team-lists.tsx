import { useId, useRef } from "react";
import { useMay } from "#client/planning/membership/rights-hooks.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";
import { usePeople, usePeopleProblem, usePeopleStatus } from "#client/people/people-hooks.ts";
import { useIsEmptyGroup, useMembers } from "#client/planning/group-hooks.ts";
import { useNeed } from "#client/planning/planning-hooks.ts";
import { Card } from "#client/ui/surfaces/card.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { ANSWER_WORDS } from "#text/phrases/availability.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { eventText } from "#text/event/event.ts";
import { groupPageText } from "#text/groups/group-page.ts";
import { loadFailureText } from "#text/phrases/actions.ts";
import { GroupPageLink } from "../group-page-link.tsx";
import { MemberList } from "./member-list.tsx";
import { teamOf } from "./team.ts";

/** Why the list of unanswered people is empty: everybody answered, or the members are not loaded (yet). */
function NobodyUnanswered({ groupId }: { readonly groupId: string }) {
  const peopleStatus = usePeopleStatus();
  const problem = usePeopleProblem();
  const groupStatus = useNeed({ type: "group", groupId });
  if (peopleStatus === "loading" || groupStatus === "loading") return <Skeleton className="h-8 w-40 rounded-chip" />;
  if (problem !== null) return <span>{sentenceOf(problem)}</span>;
  return <span>{groupStatus === "ready" ? eventText.everyoneAnswered : loadFailureText.group}</span>;
}

/** The group has no members: what to do about it. */
function NobodyBelongs({ groupId }: { readonly groupId: string }) {
  const canAdd = useMay("group.add_member", groupId);
  return (
    <>
      <p className="mb-2">{groupPageText.nobodyBelongs}</p>
      <GroupPageLink groupId={groupId}>{canAdd ? groupPageText.addToGroup : groupPageText.showGroup}</GroupPageLink>
    </>
  );
}

/** Side by side, the longer list takes two columns. */
const WIDE_FIRST = "lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]";
const WIDE_LAST = "lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,2fr)]";

/** Who comes, who does not, and who has not answered. */
export function TeamLists({ event }: { readonly event: PlannedEvent }) {
  const { groupId, availability } = event;
  const titleId = useId();
  const lists = { event, answeredRef: useRef<string | null>(null) };
  const people = usePeople();
  const isEmpty = useIsEmptyGroup(groupId);
  const { present, absent, unanswered } = teamOf({ availability }, { people, members: useMembers(groupId, people) });
  const isPresentLonger = present.length >= unanswered.length;
  return (
    <Card labelledBy={titleId} className="min-w-0 self-start p-5">
      <h2 id={titleId} className="mb-1.5 font-title text-title">
        {eventText.team}
      </h2>
      <div className={`grid gap-x-5 gap-y-3 ${isPresentLonger ? WIDE_FIRST : WIDE_LAST} print:block`}>
        <MemberList
          {...lists}
          title={eventText.present}
          answer="present"
          isWide={isPresentLonger}
          members={present}
          empty={eventText.nobodyPresent}
        />
        <MemberList
          {...lists}
          title={eventText.absent}
          answer="absent"
          members={absent}
          empty={eventText.nobodyAbsent}
        />
        <MemberList
          {...lists}
          title={ANSWER_WORDS.none}
          answer={null}
          members={unanswered}
          isWide={!isPresentLonger}
          isCounted={!isEmpty}
          empty={isEmpty ? <NobodyBelongs groupId={groupId} /> : <NobodyUnanswered groupId={groupId} />}
        />
      </div>
    </Card>
  );
}
