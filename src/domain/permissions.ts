/** The role of a user (specification §3, User). */
export type Role = "member" | "admin";

/** Whoever has a right. Leaders have theirs in the groups that they lead, and each has those of the ones before. */
export type Holder = "member" | "leader" | "admin";

/**
 * Who may do what (specification §6). A leader's right is about one group: it, its members, its events. The server
 * checks this table in every call; the page uses it to decide what to show.
 */
const RIGHTS = {
  "planning.read": "member",
  "availability.set_own": "member",
  "group.join": "member",
  "profile.edit_own": "member",
  "user.list": "member",
  "availability.set_for_others": "leader",
  "event.create": "leader",
  "event.edit": "leader",
  "event.delete": "leader",
  "event.restore": "leader",
  "event.ask_people": "leader",
  "event.hear_of_drop_outs": "leader",
  "line_up.keep": "leader",
  "turns.see_all": "leader",
  "group.set_up": "leader",
  "group.add_member": "leader",
  "group.remove_member": "leader",
  "user.add": "leader",
  "event.see_other_groups": "admin",
  "group.manage": "admin",
  "group.name_leader": "admin",
  "planning.restore": "admin",
  "planning.share": "admin",
  "user.see_email": "admin",
  "user.invite": "admin",
  "user.delete": "admin",
  "user.promote": "admin",
  "user.demote": "admin",
  "user.reset_password": "admin",
  "team.invite": "admin",
  "service.manage": "admin",
  "journal.read": "admin",
  "mails.read": "admin",
} as const satisfies Record<string, Holder>;

export type Capability = keyof typeof RIGHTS;

/** A right that depends on the group. */
export type GroupCapability = {
  [Name in Capability]: (typeof RIGHTS)[Name] extends "leader" ? Name : never;
}[Capability];

export const CAPABILITIES = Object.keys(RIGHTS) as readonly Capability[];

/** What decides what a person may do. */
export interface RightsHolder {
  readonly isAdmin: boolean;
  readonly ledGroupIds: readonly string[];
}

export function roleOf(user: { readonly isAdmin: boolean }): Role {
  return user.isAdmin ? "admin" : "member";
}

/** The first of those who have the right. */
export function holderOf(capability: Capability): Holder {
  return RIGHTS[capability];
}

export function may(actor: Pick<RightsHolder, "isAdmin">, capability: Exclude<Capability, GroupCapability>): boolean;
/** @param groupId of the group that it is about; `null`: of none that is known */
export function may(actor: RightsHolder, capability: Capability, groupId: string | null): boolean;
export function may(
  { isAdmin, ledGroupIds = [] }: Pick<RightsHolder, "isAdmin"> & Partial<RightsHolder>,
  capability: Capability,
  groupId: string | null = null,
): boolean {
  const holder = RIGHTS[capability];
  if (isAdmin || holder === "member") return true;
  return holder === "leader" && groupId !== null && ledGroupIds.includes(groupId);
}

/** Whether somebody has the right at all: a leader has theirs in some group. */
export function maySomewhere(actor: RightsHolder, capability: Capability): boolean {
  return may(actor, capability, actor.ledGroupIds[0] ?? null);
}

/** The groups that a person leads. */
export function groupsLedBy(
  groups: readonly { readonly id: string; readonly leaderIds?: readonly string[] }[],
  userId: string,
): string[] {
  return groups.filter(({ leaderIds }) => leaderIds?.includes(userId)).map(({ id }) => id);
}
