import { useId } from "react";
import { Confirm } from "#client/deletion/confirm.tsx";
import { Avatar } from "#client/music/avatars/avatar.tsx";
import { usePeople, usePeopleStatus } from "#client/people/people-hooks.ts";
import { compareFullNames, fullName } from "#domain/people/people.ts";
import { roleOf } from "#domain/permissions.ts";
import { namesApart, personDetails } from "#text/phrases/names-apart.ts";
import { deleteUser, usersText } from "#text/users/users.ts";
import { useUserDeletion } from "./use-user-changes.tsx";

/** In the user menu of admins: the users who are not admins, each with a trash button. The list scrolls. */
export function MemberList() {
  const id = useId();
  const people = usePeople();
  const isKnown = usePeopleStatus() === "ready";
  const handleDelete = useUserDeletion();
  const members = people.filter((user) => roleOf(user) === "member").toSorted(compareFullNames);
  const names = namesApart(members.map((user) => ({ ...user, name: fullName(user) })));
  return (
    <section aria-labelledby={id}>
      <div className="flex items-baseline justify-between px-3 py-1 text-small text-ink-2">
        <h2 id={id} className="font-semibold">
          {usersText.members}
        </h2>
        <span>{isKnown ? members.length : null}</span>
      </div>
      {isKnown && members.length === 0 ? (
        <p className="px-3 py-2 text-small text-ink-2">{usersText.noMember}</p>
      ) : (
        <ul aria-labelledby={id} className="max-h-[198px] overflow-y-auto overscroll-contain">
          {members.map((user) => (
            <li
              key={user.id}
              className="flex min-h-11 flex-wrap items-center gap-x-3 rounded-small px-3 has-data-confirming:bg-danger-tint has-data-confirming:py-1.5"
            >
              <Avatar id={user.id} name={fullName(user)} size={28} />
              <span className="line-clamp-2 min-w-0 flex-1 text-control font-normal wrap-anywhere">
                <bdi>{names.get(user.id)}</bdi>
              </span>
              {/* The confirmation takes a line of its own. */}
              <div className="ml-auto has-data-confirming:basis-full">
                <Confirm
                  size="menu"
                  className="-mr-2"
                  label={deleteUser(fullName(user))}
                  description={personDetails(user)}
                  onConfirm={() => handleDelete(user)}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
