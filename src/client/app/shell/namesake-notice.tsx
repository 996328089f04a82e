import type { Group } from "#domain/planning/planning.ts";
import { fullName } from "#domain/people/people.ts";
import { namesakeNotice } from "#text/groups/group-page.ts";
import { hasAccount } from "../../people/has-account.ts";
import { usePeople } from "../../people/people-hooks.ts";
import { useMembers } from "../../planning/group-hooks.ts";
import { useUser } from "../../session/session-hooks.ts";
import { Notice } from "../../ui/surfaces/message.tsx";

/** Tells somebody that a member of their group without an account has their name, and that admins see it. */
export function NamesakeNotice({ group }: { readonly group: Group }) {
  const { id } = useUser();
  const members = useMembers(group.id, usePeople());
  const own = members.find((person) => person.id === id);
  const isDoubled = members.some((person) => !hasAccount(person) && own?.namesakes?.includes(person.id));
  return own && isDoubled ? <Notice>{namesakeNotice(fullName(own))}</Notice> : null;
}
