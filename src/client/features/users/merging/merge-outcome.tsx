import { hasAccount } from "#client/people/has-account.ts";
import { useGroupsOfPeople } from "#client/planning/membership/memberships.ts";
import { useGroups } from "#client/planning/planning-hooks.ts";
import type { MergePreview, UserRow } from "#contract/accounts/users.ts";
import { groupsLedBy } from "#domain/permissions.ts";
import {
  answersLine,
  goneAccount,
  goneAddress,
  groupsOfBoth,
  keptAccount,
  ledGroups,
  mergingText,
  servicesLine,
} from "#text/users/merging.ts";

interface MergeOutcomeProps {
  readonly kept: UserRow;
  readonly gone: UserRow;
  readonly preview: MergePreview;
  /** The services after the merge. */
  readonly services: readonly string[];
}

/** Which account stays, and what is lost with the other one. */
function accountLines(kept: UserRow, gone: UserRow): string[] {
  const isOnly = !hasAccount(gone);
  const stays = hasAccount(kept) && kept.email !== undefined ? keptAccount(kept.email, isOnly) : mergingText.noAccount;
  if (gone.email === undefined || gone.email === kept.email) return [stays];
  return [stays, isOnly ? goneAddress(gone.email) : goneAccount(gone.email)];
}

/** Nobody gains or loses rights silently. */
function rightsLines(kept: UserRow, gone: UserRow): string[] {
  if (kept.isAdmin === gone.isAdmin) return [];
  return [kept.isAdmin ? mergingText.isAdmin : mergingText.noLongerAdmin];
}

/** What comes of a merge, line by line. */
export function MergeOutcome({ kept, gone, preview, services }: MergeOutcomeProps) {
  const groups = useGroups();
  const groupsOfPeople = useGroupsOfPeople();
  const namesOf = (ids: readonly string[]) => groups.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const [ledBefore, ledByOther] = [kept, gone].map(({ id }) => groupsLedBy(groups, id));
  const newlyLed = namesOf((ledByOther ?? []).filter((id) => ledBefore?.includes(id) === false));
  const memberships = groupsOfPeople && [kept, gone].flatMap(({ id }) => groupsOfPeople.get(id) ?? []);
  const lines = [
    ...accountLines(kept, gone),
    servicesLine(services),
    ...(memberships === null ? [] : [groupsOfBoth(namesOf(memberships))]),
    answersLine(preview.conflicts),
    mergingText.others,
    ...rightsLines(kept, gone),
    ...(newlyLed.length > 0 ? [ledGroups(newlyLed)] : []),
  ];
  return (
    <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5">
      {lines.map((line) => (
        <li key={line} className="wrap-anywhere">
          {line}
        </li>
      ))}
    </ul>
  );
}
