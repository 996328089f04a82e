/** Where each call lives. The page and the API share one origin. */
export const API = {
  health: "/api/health",
  config: "/api/config",
  openapi: "/api/openapi.json",
  signUp: "/api/auth/sign-up/email",
  signIn: "/api/auth/sign-in/email",
  signOut: "/api/auth/sign-out",
  session: "/api/auth/get-session",
  ownSessions: "/api/auth/sessions",
  ownSession: "/api/auth/sessions/{id}",
  requestPasswordReset: "/api/auth/request-password-reset",
  resetPassword: "/api/auth/reset-password",
  changePassword: "/api/auth/change-password",
  invitation: "/api/invitation",
  invitationCheck: "/api/invitation/check",
  users: "/api/users",
  user: "/api/users/{id}",
  admins: "/api/users/admins",
  admin: "/api/users/admins/{id}",
  ownProfile: "/api/users/me",
  ownData: "/api/users/me/data",
  ownDeletion: "/api/users/me/deletion",
  journal: "/api/journal",
  groups: "/api/groups",
  group: "/api/groups/{id}",
  ownMembership: "/api/groups/{id}/members/me",
  membership: "/api/groups/{id}/members/{userId}",
  combinablePairs: "/api/groups/{id}/combinable-pairs",
  events: "/api/events",
  upcomingEvents: "/api/events/upcoming",
  event: "/api/events/{id}",
  ownAvailability: "/api/events/{id}/availability",
  eventRestoration: "/api/events/{id}/restoration",
  groupRestoration: "/api/groups/{id}/restoration",
  trash: "/api/trash",
  sharing: "/api/sharing",
  sharingAdditions: "/api/sharing/additions",
  changes: "/api/changes",
} as const;

type Filled<Path extends string> = Path extends `${infer Head}{${string}}${infer Tail}`
  ? `${Head}${string}${Filled<Tail>}`
  : Path;

/** `path` with the names in braces replaced, in their order. */
export function fillPath<Path extends string>(path: Path, ...values: readonly string[]): Filled<Path> {
  const left = [...values];
  return path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(left.shift() ?? "")) as Filled<Path>;
}
