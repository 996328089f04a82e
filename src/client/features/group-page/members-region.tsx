import { Star, UserPlus } from "lucide-react";
import { Link } from "wouter";
import { Confirm } from "#client/deletion/confirm.tsx";
import { EntrustingForm } from "#client/family/entrusting-form.tsx";
import { PersonForm } from "#client/forms/person-form.tsx";
import { OutcomeMessage } from "#client/forms/use-action.tsx";
import { Avatar } from "#client/music/avatars/avatar.tsx";
import { PAGES } from "#client/pages.ts";
import { usePeople, usePeopleProblem, usePeopleStatus } from "#client/people/people-hooks.ts";
import { useMembers, useMembership } from "#client/planning/group-hooks.ts";
import { useGroups, useMay } from "#client/planning/planning-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { Button, buttonClass } from "#client/ui/buttons/button.tsx";
import { IconButton } from "#client/ui/buttons/icon-button.tsx";
import { TitledCard } from "#client/ui/surfaces/card.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import type { TeamRow } from "#contract/accounts/users.ts";
import { compareFullNames, fullName } from "#domain/people/people.ts";
import { findGroup } from "#domain/planning/planning.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { groupPageText, nameLeader, removeLeader, removeMember } from "#text/groups/group-page.ts";
import { personDetails } from "#text/phrases/names-apart.ts";
import { MEMBER_CHANGES, OwnMembership, useMembershipChange } from "./membership-changes.tsx";

interface MemberRowProps {
  readonly member: TeamRow;
  readonly isLeader: boolean;
  /** Names the member a leader, or removes them as one. Absent if the viewer may not do this. */
  readonly onToggleLeader?: (() => void) | undefined;
  /** Whether the viewer may say who answers for the member. */
  readonly canEntrust: boolean;
  /** Absent if the member may not be removed. */
  readonly onRemove?: (() => void) | undefined;
}

function LeaderBadge() {
  return (
    <span className="inline-flex items-center gap-1 rounded-full bg-primary-soft px-2 py-px text-badge text-primary">
      <Star className="size-[13px] fill-current" />
      {groupPageText.leader}
    </span>
  );
}

function MemberRow({ member, isLeader, canEntrust, onToggleLeader, onRemove }: MemberRowProps) {
  const name = fullName(member);
  return (
    <li className="list-row gap-y-2 px-3 first:rounded-t-strip last:rounded-b-strip has-data-confirming:bg-danger-tint">
      <Avatar id={member.id} name={name} />
      <div className="min-w-0 grow basis-28">
        <p className="flex flex-wrap items-center gap-x-2 text-control wrap-anywhere">
          <bdi>{name}</bdi> {isLeader ? <LeaderBadge /> : null}
        </p>{" "}
        <p className="text-tiny text-ink-2">{member.positions.join(", ") || groupPageText.noService}</p>
        {canEntrust ? <EntrustingForm person={member} /> : null}
      </div>
      {onToggleLeader ? (
        <IconButton
          label={isLeader ? removeLeader(name) : nameLeader(name)}
          icon={<Star className={isLeader ? "fill-current" : ""} />}
          tone={isLeader ? "primary" : "neutral"}
          className="-mr-2"
          onClick={onToggleLeader}
        />
      ) : null}
      {onRemove ? (
        <Confirm
          className="-mr-2"
          label={removeMember(name)}
          description={personDetails(member)}
          onConfirm={onRemove}
        />
      ) : onToggleLeader ? (
        <span className="-mr-2 w-11" />
      ) : null}
    </li>
  );
}

interface MemberAdditionProps {
  /** People with an account who do not belong to the group. */
  readonly nonMembers: readonly TeamRow[];
  readonly onAdd: (person: TeamRow) => void;
}

/** A select with which admins and leaders add a person of the team to the group. */
function MemberAddition({ nonMembers, onAdd }: MemberAdditionProps) {
  const canInvite = useMay("team.invite");
  if (nonMembers.length === 0) {
    return (
      <div className="mt-4 flex flex-col items-start gap-3">
        <p className="text-small text-ink-2">{groupPageText.everybodyBelongs}</p>
        {canInvite ? (
          <Link href={PAGES.administration} className={buttonClass({ size: "compact" })}>
            {groupPageText.invite}
          </Link>
        ) : null}
      </div>
    );
  }
  return (
    <PersonForm
      label={groupPageText.add}
      placeholder={groupPageText.addChoose}
      people={nonMembers}
      always="services"
      onPick={onAdd}
      className="mt-4 grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto] [&_select]:min-h-11"
    >
      <Button type="submit" icon={<UserPlus />} className="sm:mt-[26px]">
        {groupPageText.addButton}
      </Button>
    </PersonForm>
  );
}

/** Why the list is empty: the group has no members, or they are not loaded. */
function NoMembers({ groupId }: { readonly groupId: string }) {
  const status = usePeopleStatus();
  const problem = usePeopleProblem();
  const canAdd = useMay("group.add_member", groupId);
  if (status === "loading") return <Skeleton className="mt-3 h-32 rounded-strip" />;
  if (problem) return <p className="mt-3 text-small text-ink-2">{sentenceOf(problem)}</p>;
  return (
    <p className="mt-3 text-small">
      {groupPageText.noMember} {groupPageText[canAdd ? "noMemberForAdmin" : "noMemberForMember"]}
    </p>
  );
}

/** The members of the group, and how to change them. A local planning records no memberships: everybody is a member. */
export function MembersRegion({ groupId }: { readonly groupId: string }) {
  const user = useUser();
  const people = usePeople();
  const members = useMembers(groupId, people).toSorted(compareFullNames);
  const membership = useMembership(groupId, user.id);
  const leaderIds = findGroup({ groups: useGroups() }, groupId)?.leaderIds ?? [];
  const { outcome, change } = useMembershipChange(groupId);
  const isRecorded = membership !== "everybody";
  const canNameLeaders = useMay("group.name_leader") && isRecorded;
  const canAdd = useMay("group.add_member", groupId) && isRecorded;
  const canEntrust = useMay("user.entrust", groupId) && isRecorded;
  const canRemove = useMay("group.remove_member", groupId) && isRecorded;
  return (
    <TitledCard title={groupPageText.members} className="min-w-0 p-5">
      <p className="text-small text-ink-2">{isRecorded ? groupPageText.unanswered : groupPageText.everybody}</p>
      <OutcomeMessage outcome={outcome} className="*:not-empty:mt-3" />
      {members.length === 0 ? (
        <NoMembers groupId={groupId} />
      ) : (
        <ul aria-label={groupPageText.members} className="mt-3 rounded-strip border border-line">
          {members.map((member) => {
            const isLeader = leaderIds.includes(member.id);
            const leaderChange = MEMBER_CHANGES[isLeader ? "removeLeader" : "nameLeader"];
            return (
              <MemberRow
                key={member.id}
                member={member}
                isLeader={isLeader}
                canEntrust={canEntrust}
                onToggleLeader={canNameLeaders ? () => void change(member, leaderChange) : undefined}
                onRemove={
                  canRemove && member.id !== user.id ? () => void change(member, MEMBER_CHANGES.remove) : undefined
                }
              />
            );
          })}
        </ul>
      )}
      {canAdd && people.length > 0 ? (
        <MemberAddition
          nonMembers={people.filter(({ id }) => !members.some((member) => member.id === id)).toSorted(compareFullNames)}
          onAdd={(person) => void change(person, MEMBER_CHANGES.add, MEMBER_CHANGES.remove)}
        />
      ) : null}
      {isRecorded ? <OwnMembership groupId={groupId} isMember={membership === "member"} /> : null}
    </TitledCard>
  );
}
