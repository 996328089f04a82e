import type { UserRow } from "#contract/accounts/users.ts";
import { fullName } from "#domain/people/people.ts";
import { Avatar } from "#client/music/avatars/avatar.tsx";
import { TwoStepConfirm } from "#client/ui/buttons/two-step-confirm.tsx";
import { actionText } from "#text/phrases/actions.ts";
import { personDetails } from "#text/phrases/names-apart.ts";
import { groupPageText, removeMember } from "#text/groups/group-page.ts";

interface MemberRowProps {
  readonly member: UserRow;
  /** Absent if the member may not be removed. */
  readonly onRemove?: (() => void) | undefined;
}

/** A member of the group with their services, as a list item. */
export function MemberRow({ member, onRemove }: MemberRowProps) {
  const name = fullName(member);
  return (
    <li className="list-row gap-y-2 px-3 first:rounded-t-strip last:rounded-b-strip has-data-confirming:bg-danger-tint">
      <Avatar id={member.id} name={name} />
      <div className="min-w-0 grow basis-32">
        <p className="text-control wrap-anywhere">
          <bdi>{name}</bdi>
        </p>{" "}
        <p className="text-tiny break-words text-ink-2">{member.positions.join(", ") || groupPageText.noService}</p>
      </div>
      {onRemove ? (
        <TwoStepConfirm
          className="-mr-2"
          label={removeMember(name)}
          description={personDetails(member)}
          confirmLabel={actionText.confirmDeletion}
          cancelLabel={actionText.cancel}
          onConfirm={onRemove}
        />
      ) : null}
    </li>
  );
}
