import { CALENDAR_LINK_OPERATIONS } from "./accounts/calendar-link.ts";
import { CONFIRMATION_OPERATIONS } from "./accounts/confirmations.ts";
import { INVITATION_OPERATIONS } from "./accounts/invitations.ts";
import { NOTIFICATION_OPERATIONS } from "./accounts/notifications.ts";
import { PEOPLE_OPERATIONS } from "./accounts/people.ts";
import { USER_OPERATIONS } from "./accounts/users.ts";
import { SERVER_OPERATIONS } from "./config.ts";
import { JOURNAL_OPERATIONS } from "./journal.ts";
import { MAIL_OPERATIONS } from "./mails.ts";
import { ANSWER_LINK_OPERATIONS } from "./notifications/answer-links.ts";
import { MESSAGE_OPERATIONS } from "./notifications/messages.ts";
import { REQUEST_OPERATIONS } from "./notifications/requests.ts";
import type { Operation } from "./operation.ts";
import { OWN_ACCOUNT_OPERATIONS } from "./own-account.ts";
import { ABSENCE_OPERATIONS, ANSWER_OPERATIONS } from "./planning/answers.ts";
import { EVENT_OPERATIONS } from "./planning/events.ts";
import { GROUP_OPERATIONS } from "./planning/groups.ts";
import { LINE_UP_OPERATIONS } from "./planning/line-ups.ts";
import { MEMBERSHIP_OPERATIONS } from "./planning/memberships.ts";
import { CHANGE_STREAM_OPERATIONS } from "./planning/planning-change.ts";
import { PROGRAMME_OPERATIONS } from "./planning/programme/programmes.ts";
import { PUBLICATION_OPERATIONS } from "./planning/publication.ts";
import { TRASH_OPERATIONS } from "./planning/trash.ts";
import { SERVICE_OPERATIONS } from "./services.ts";
import { PASSKEY_OPERATIONS } from "./sign-in/passkeys.ts";
import { PASSWORD_OPERATIONS } from "./sign-in/passwords.ts";
import { SESSION_OPERATIONS } from "./sign-in/sessions.ts";
import { SIGN_IN_OPERATIONS } from "./sign-in/sign-in.ts";

/** Every call of the API, in the order of the OpenAPI document. */
export const OPERATIONS = {
  ...SERVER_OPERATIONS,
  ...SIGN_IN_OPERATIONS,
  ...SESSION_OPERATIONS,
  ...PASSWORD_OPERATIONS,
  ...PASSKEY_OPERATIONS,
  ...CONFIRMATION_OPERATIONS,
  ...INVITATION_OPERATIONS,
  ...OWN_ACCOUNT_OPERATIONS,
  ...CALENDAR_LINK_OPERATIONS,
  ...NOTIFICATION_OPERATIONS,
  ...USER_OPERATIONS,
  ...PEOPLE_OPERATIONS,
  ...SERVICE_OPERATIONS,
  ...JOURNAL_OPERATIONS,
  ...MAIL_OPERATIONS,
  ...GROUP_OPERATIONS,
  ...MESSAGE_OPERATIONS,
  ...MEMBERSHIP_OPERATIONS,
  ...EVENT_OPERATIONS,
  ...LINE_UP_OPERATIONS,
  ...PROGRAMME_OPERATIONS,
  ...TRASH_OPERATIONS,
  ...ANSWER_OPERATIONS,
  ...ANSWER_LINK_OPERATIONS,
  ...REQUEST_OPERATIONS,
  ...ABSENCE_OPERATIONS,
  ...PUBLICATION_OPERATIONS,
  ...CHANGE_STREAM_OPERATIONS,
} as const satisfies Readonly<Record<string, Operation>>;
