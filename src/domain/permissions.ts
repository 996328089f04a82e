/** The role of a user (specification §3, User). */
export type Role = "member" | "admin";

/**
 * Which role may do what (specification §6). The server checks this table in every call; the page uses it to decide
 * what to show.
 */
const PERMISSIONS = {
  "planning.read": ["member", "admin"],
  "availability.set_own": ["member", "admin"],
  "availability.set_for_others": ["admin"],
  "group.join": ["member", "admin"],
  "profile.edit_own": ["member", "admin"],
  "user.list": ["member", "admin"],
  "event.create": ["admin"],
  "event.edit": ["admin"],
  "event.delete": ["admin"],
  "event.see_other_groups": ["admin"],
  "event.ask_people": ["admin"],
  "line_up.keep": ["admin"],
  "turns.see_all": ["admin"],
  "group.manage": ["admin"],
  "group.add_member": ["admin"],
  "group.remove_member": ["admin"],
  "planning.restore": ["admin"],
  "planning.share": ["admin"],
  "user.see_email": ["admin"],
  "user.add": ["admin"],
  "user.invite": ["admin"],
  "user.delete": ["admin"],
  "user.promote": ["admin"],
  "user.demote": ["admin"],
  "user.reset_password": ["admin"],
  "team.invite": ["admin"],
  "service.manage": ["admin"],
  "journal.read": ["admin"],
  "mails.read": ["admin"],
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof PERMISSIONS;

export const CAPABILITIES = Object.keys(PERMISSIONS) as readonly Capability[];

export function roleOf(user: { readonly isAdmin: boolean }): Role {
  return user.isAdmin ? "admin" : "member";
}

export function may(role: Role, capability: Capability): boolean {
  return (PERMISSIONS[capability] as readonly Role[]).includes(role);
}
