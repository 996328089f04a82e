/** What somebody may be (specification §3, User). */
export type Role = "member" | "admin";

/** Who may do what (specification §6). The server asks this table on every call, the page to know what to show. */
const PERMISSIONS = {
  "planning.read": ["member", "admin"],
  "availability.set_own": ["member", "admin"],
  "group.join": ["member", "admin"],
  "profile.edit_own": ["member", "admin"],
  "user.list": ["member", "admin"],
  "event.create": ["admin"],
  "event.delete": ["admin"],
  "event.see_other_groups": ["admin"],
  "group.manage": ["admin"],
  "group.remove_member": ["admin"],
  "planning.restore": ["admin"],
  "planning.share": ["admin"],
  "user.see_email": ["admin"],
  "user.delete": ["admin"],
  "user.promote": ["admin"],
  "user.demote": ["admin"],
  "team.invite": ["admin"],
  "journal.read": ["admin"],
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof PERMISSIONS;

export const CAPABILITIES = Object.keys(PERMISSIONS) as readonly Capability[];

export function roleOf(user: { readonly isAdmin: boolean }): Role {
  return user.isAdmin ? "admin" : "member";
}

export function may(role: Role, capability: Capability): boolean {
  return (PERMISSIONS[capability] as readonly Role[]).includes(role);
}
