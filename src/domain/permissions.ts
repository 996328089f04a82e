/** The role of a user (specification §3, User). */
export type Role = "member" | "admin";

/*
 * Who may do what (specification §6). The server checks it in every call; the page uses it to decide what to show.
 */

/** What every signed-in user may do. */
export const MEMBERS_MAY = [
  "planning.read",
  "availability.set_own",
  "group.join",
  "profile.edit_own",
  "user.list",
] as const;

/** What guardians may also do, for a person without an account who is entrusted to them. */
export const GUARDIANS_MAY = ["availability.set_for_others", "user.end_entrusting", "person.look_after"] as const;

/** What leaders may also do, in a group that they lead, with its members and its events. */
export const LEADERS_MAY = [
  "availability.set_for_others",
  "event.create",
  "event.edit",
  "event.delete",
  "event.restore",
  "event.ask_people",
  "event.hear_of_drop_outs",
  "line_up.keep",
  "programme.set",
  "turns.see_all",
  "group.set_up",
  "group.add_member",
  "group.remove_member",
  "user.add",
  "user.entrust",
  "user.end_entrusting",
] as const;

/** What the person who plays `Lead` at an event may also do, at this event only (`planning/event-rights.ts`). */
export const LEADS_MAY = ["programme.set"] as const satisfies readonly GroupCapability[];

/** What only admins may do. They also have all the rights above, in every group. */
export const ADMINS_MAY = [
  "event.see_other_groups",
  "group.manage",
  "group.name_leader",
  "planning.restore",
  "planning.share",
  "user.see_email",
  "user.invite",
  "user.delete",
  "user.merge",
  "user.promote",
  "user.demote",
  "user.reset_password",
  "team.invite",
  "service.manage",
  "journal.read",
  "mails.read",
] as const;

/** Who has a right: the first of these whose list contains it. */
export type Holder = "member" | "guardian" | "leader" | "admin";

export type Capability =
  (typeof MEMBERS_MAY)[number] | GuardianCapability | GroupCapability | (typeof ADMINS_MAY)[number];

/** A right that depends on the person it is used for. */
export type GuardianCapability = (typeof GUARDIANS_MAY)[number];

/** A right that depends on the group. */
export type GroupCapability = (typeof LEADERS_MAY)[number];

/** A right of leaders that the person who plays `Lead` at an event has at this event. */
export type LeadCapability = (typeof LEADS_MAY)[number];

/** The facts about a user that decide what they may do. */
export interface RightsHolder {
  readonly isAdmin: boolean;
  readonly ledGroupIds: readonly string[];
  /** The people who are entrusted to them; left out: none. */
  readonly entrustedIds?: readonly string[];
}

export function roleOf(user: { readonly isAdmin: boolean }): Role {
  return user.isAdmin ? "admin" : "member";
}

/** Whether the person who plays `Lead` at an event has this right there. */
export function isLeadCapability(capability: Capability): capability is LeadCapability {
  return isAmong(LEADS_MAY, capability);
}

function isAmong(rights: readonly Capability[], capability: Capability): boolean {
  return rights.includes(capability);
}

export function holderOf(capability: Capability): Holder {
  if (isAmong(MEMBERS_MAY, capability)) return "member";
  if (isAmong(LEADERS_MAY, capability)) return "leader";
  return isAmong(GUARDIANS_MAY, capability) ? "guardian" : "admin";
}

export function may(actor: Pick<RightsHolder, "isAdmin">, capability: Exclude<Capability, GroupCapability>): boolean;
/** @param groupId the group in which the right is used; `null`: no known group */
export function may(actor: RightsHolder, capability: Capability, groupId: string | null): boolean;
export function may(
  { isAdmin, ledGroupIds }: Pick<RightsHolder, "isAdmin"> & Partial<RightsHolder>,
  capability: Capability,
  groupId?: string | null,
): boolean {
  if (isAdmin || isAmong(MEMBERS_MAY, capability)) return true;
  const isLed = ledGroupIds?.some((id) => id === groupId) === true;
  return isLed && isAmong(LEADERS_MAY, capability);
}

/** Whether somebody has the right for a person because that person is entrusted to them. */
export function mayFor({ entrustedIds = [] }: RightsHolder, capability: Capability, personId: string): boolean {
  return isAmong(GUARDIANS_MAY, capability) && entrustedIds.includes(personId);
}

/** Whether somebody has the right at all: a leader has theirs in some group, a guardian theirs for some person. */
export function maySomewhere(actor: RightsHolder, capability: Capability): boolean {
  const [entrustedId] = actor.entrustedIds ?? [];
  const mayAsGuardian = entrustedId !== undefined && mayFor(actor, capability, entrustedId);
  return mayAsGuardian || may(actor, capability, actor.ledGroupIds[0] ?? null);
}

/** The groups that a person leads. */
export function groupsLedBy(
  groups: readonly { readonly id: string; readonly leaderIds?: readonly string[] }[],
  userId: string,
): string[] {
  return groups.filter(({ leaderIds }) => leaderIds?.includes(userId)).map(({ id }) => id);
}
