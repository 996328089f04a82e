import { useState } from "react";
import { usePeople, usePeopleStatus } from "#client/people/people-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { EmptyStaff } from "#client/ui/empty-staff.tsx";
import { Alert } from "#client/ui/message.tsx";
import { Skeleton } from "#client/ui/skeleton.tsx";
import type { UserRow as User } from "#contract/accounts.ts";
import { compareNames, fullName, searchPeople } from "#domain/people.ts";
import { nobodyFound, usersText } from "#text/users.ts";
import { useDemotion } from "./use-demotion.tsx";
import { useUserDeletion } from "./use-user-deletion.tsx";
import { UserRow } from "./user-row.tsx";

/** Those who have an account and whose name or e-mail contains `query`. */
export function UserList({ query }: { readonly query: string }) {
  const { id: ownId } = useUser();
  const people = usePeople();
  const status = usePeopleStatus();
  const deleteUser = useUserDeletion();
  const demote = useDemotion();
  const [refusal, setRefusal] = useState<string | null>(null);

  async function handleDemote(user: User): Promise<void> {
    setRefusal(null);
    setRefusal(await demote(user));
  }

  if (status === "loading") return <ListSkeleton />;
  if (status === "failed") return <EmptyStaff title={usersText.unknown} />;
  const found = searchPeople(people, query).toSorted((a, b) => compareNames(fullName(a), fullName(b)));
  return (
    <>
      {refusal === null ? null : (
        <div className="mb-4">
          <Alert detail={refusal}>{usersText.removeRightsFailed}</Alert>
        </div>
      )}
      <div className="rounded-card bg-surface shadow-1">
        <div role="status">{found.length === 0 ? <NobodyFound query={query} /> : null}</div>
        <ul aria-label={usersText.list}>
          {found.map((user) => {
            // Nobody deletes themself from here, nor gives up their rights.
            const isOther = user.id !== ownId;
            return (
              <UserRow
                key={user.id}
                user={user}
                onDelete={isOther ? () => deleteUser(user) : undefined}
                onDemote={isOther && user.isAdmin ? () => handleDemote(user) : undefined}
              />
            );
          })}
        </ul>
      </div>
    </>
  );
}

function NobodyFound({ query }: { readonly query: string }) {
  return <p className="px-5 py-8 text-center wrap-anywhere text-ink-2">{nobodyFound(query.trim())}</p>;
}

function ListSkeleton() {
  return (
    <div className="flex flex-col gap-px">
      <Skeleton className="h-[70px] rounded-t-card" />
      <Skeleton className="h-[70px]" />
      <Skeleton className="h-[70px] rounded-b-card" />
    </div>
  );
}
