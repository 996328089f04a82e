/** Where each call lives. The page and the API share one origin. */
export const API = {
  health: "/api/health",
  config: "/api/config",
  openapi: "/api/openapi.json",
  signUp: "/api/auth/sign-up/email",
  signIn: "/api/auth/sign-in/email",
  signOut: "/api/auth/sign-out",
  session: "/api/auth/get-session",
  requestPasswordReset: "/api/auth/request-password-reset",
  resetPassword: "/api/auth/reset-password",
  changePassword: "/api/auth/change-password",
  users: "/api/users",
  user: "/api/users/{id}",
  admins: "/api/users/admins",
  ownProfile: "/api/users/me",
} as const;

/** Where one user is, for `API.user`. */
export function userPath(id: string): `/api/users/${string}` {
  return `${API.users}/${encodeURIComponent(id)}`;
}
