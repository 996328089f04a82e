/**
 * The path of each call. Page and API share one origin. Each path is a constant of its own, so that a first visit loads
 * only those it needs.
 */

export const health = "/api/health";
export const config = "/api/config";
export const openapi = "/api/openapi.json";
export const signUp = "/api/auth/sign-up/email";
export const signIn = "/api/auth/sign-in/email";
export const signOut = "/api/auth/sign-out";
export const session = "/api/auth/get-session";
export const ownSessions = "/api/auth/sessions";
export const ownSession = "/api/auth/sessions/{id}";
export const requestPasswordReset = "/api/auth/request-password-reset";
export const resetPassword = "/api/auth/reset-password";
export const changePassword = "/api/auth/change-password";
export const invitation = "/api/invitation";
export const invitationCheck = "/api/invitation/check";
export const users = "/api/users";
export const user = "/api/users/{id}";
export const admins = "/api/users/admins";
export const admin = "/api/users/admins/{id}";
export const userPasswordReset = "/api/users/{id}/password-reset";
export const mailDelivery = "/api/mail-delivery";
export const ownProfile = "/api/users/me";
export const ownData = "/api/users/me/data";
export const ownDeletion = "/api/users/me/deletion";
export const ownCalendar = "/api/users/me/calendar";
export const journal = "/api/journal";
export const groups = "/api/groups";
export const group = "/api/groups/{id}";
export const ownMembership = "/api/groups/{id}/members/me";
export const membership = "/api/groups/{id}/members/{userId}";
export const memberships = "/api/memberships";
export const combinablePairs = "/api/groups/{id}/combinable-pairs";
export const events = "/api/events";
export const upcomingEvents = "/api/events/upcoming";
export const eventSeries = "/api/event-series";
export const event = "/api/events/{id}";
export const ownAvailability = "/api/events/{id}/availability";
export const availability = "/api/events/{id}/availability/{userId}";
export const eventRestoration = "/api/events/{id}/restoration";
export const groupRestoration = "/api/groups/{id}/restoration";
export const trash = "/api/trash";
export const sharing = "/api/sharing";
export const sharingAdditions = "/api/sharing/additions";
export const changes = "/api/changes";
