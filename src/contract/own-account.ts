import * as z from "zod/mini";
import { MESSAGE_OUTCOMES } from "../domain/notifications/message-outcomes.ts";
import { TOPICS } from "../domain/notifications/topics.ts";
import { EVENT_DETAIL_FIELDS, type EventDetails } from "../domain/planning/planning.ts";
import { ChosenServices, Email, NAME_MAX } from "./accounts/account-fields.ts";
import { UserRow } from "./accounts/users.ts";
import { JournalEntries } from "./journal.ts";
import { typedLine } from "./limits.ts";
import { Done, type Operation } from "./operation.ts";
import { API } from "./paths.ts";
import { isOptionalField, RequiredRoles } from "./planning/planning.ts";
import { OwnPasskeys } from "./sign-in/passkeys.ts";
import { KnownPassword } from "./sign-in/passwords.ts";

export const ProfileUpdate = z.object({
  firstName: typedLine(NAME_MAX),
  lastName: typedLine(NAME_MAX),
  positions: ChosenServices,
});

// Both ask for the password again, so that an unattended session is not enough.
const AccountDeletion = z.object({ password: KnownPassword });

export const OwnAddressChange = z.object({ email: Email, password: KnownPassword });

const AddressChange = z.object({ email: Email });

/** A device on which the user is signed in. All timestamps in this file are ISO 8601. */
const OwnDevice = z.object({
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** The stored `User-Agent` of the sign-in. */
  userAgent: z.nullable(z.string()),
  /** Network address at sign-in. */
  address: z.nullable(z.string()),
  signedInAt: z.string(),
  lastSeenAt: z.string(),
  endsAt: z.string(),
});

type PlainDetails = {
  [Field in keyof EventDetails]-?: undefined extends EventDetails[Field]
    ? z.ZodMiniExactOptional<Field extends "endsNextDay" ? z.ZodMiniBoolean : z.ZodMiniString>
    : z.ZodMiniString;
};

/** The details of an event as plain text, because the rules may have become stricter since they were stored. */
const plainDetails = {
  ...Object.fromEntries(
    EVENT_DETAIL_FIELDS.map((field) => [field, isOptionalField(field) ? z.exactOptional(z.string()) : z.string()]),
  ),
  endsNextDay: z.exactOptional(z.boolean()),
} as PlainDetails;

/** The event of a stored answer, role or message. */
const ofEvent = {
  event: z.object(plainDetails),
  groupName: z.string(),
  /** Whether the event is in the trash. */
  isDeleted: z.boolean(),
};

const OwnAnswer = z.object({
  ...ofEvent,
  /** `null`: withdrawn. */
  answer: z.nullable(z.enum(["present", "absent"])),
  comment: z.nullable(z.string()),
  /** The name of the user who answered for them; `null`: themselves. */
  saidBy: z.nullable(z.string()),
  /** The services at the time of the answer. */
  positions: z.array(z.string()),
  answeredAt: z.string(),
});

const OwnRoles = z.object({ ...ofEvent, roles: RequiredRoles });

/** A message about an event, and its outcome for this person. */
const OwnMessage = z.object({
  ...ofEvent,
  topic: z.enum(TOPICS),
  decidedAt: z.string(),
  outcome: z.enum(MESSAGE_OUTCOMES),
});

/** A request to come to an event. */
const OwnRequest = z.object({
  ...ofEvent,
  /** The name of the user who asks; `null`: they were deleted. */
  askedBy: z.nullable(z.string()),
  /** `null`: other people are asked before. */
  askedAt: z.nullable(z.string()),
});

/** All data that the server stores about one person. */
export const OwnData = z.object({
  account: UserRow,
  /** Whether the address is confirmed; left out for the built-in admin, who has none to confirm. */
  isEmailConfirmed: z.optional(z.boolean()),
  sessions: z.array(OwnDevice),
  passkeys: OwnPasskeys,
  groups: z.array(z.object({ id: z.string(), name: z.string(), joinedAt: z.string() })),
  /** The names of people who are entrusted to them; left out if there are none. */
  entrusted: z.exactOptional(z.array(z.string())),
  /** In the order of the events. */
  answers: z.array(OwnAnswer),
  /** In the order of the events. */
  requests: z.array(OwnRequest),
  /** Both days are included. */
  absences: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Their roles in kept line-ups, in the order of the events. */
  lineUps: z.array(OwnRoles),
  /** The roles in the last message about each line-up, in the order of the events. */
  toldPlaces: z.array(OwnRoles),
  /** The latest first. */
  messages: z.array(OwnMessage),
  /** How many times a month they want to play at most; `null`: no limit. */
  playsAtMost: z.nullable(z.int()),
  /** What they want to be notified of by mail, and their devices. */
  notifications: z.object({
    byMail: z.array(z.enum(TOPICS)),
    /** Whether replies to their requests go to their address. */
    takesReplies: z.exactOptional(z.boolean()),
    devices: z.array(
      z.object({
        browser: z.nullable(z.string()),
        system: z.nullable(z.string()),
        registeredAt: z.string(),
        /** Where its notifications are sent: an address at its browser's push service. */
        endpoint: z.string(),
        topics: z.array(z.enum(TOPICS)),
      }),
    ),
  }),
  /** Their actions as an admin, and admins' actions on them. */
  journal: JournalEntries,
});

export type ProfileUpdate = z.infer<typeof ProfileUpdate>;
export type OwnAddressChange = z.infer<typeof OwnAddressChange>;
export type AccountDeletion = z.infer<typeof AccountDeletion>;
export type OwnData = z.infer<typeof OwnData>;

export const OWN_ACCOUNT_OPERATIONS = {
  updateOwnProfile: {
    method: "PATCH",
    path: API.ownProfile,
    access: "profile.edit_own",
    summary: "Change the caller's own name and services",
    request: ProfileUpdate,
    response: UserRow,
  },
  readOwnData: {
    method: "GET",
    path: API.ownData,
    access: "profile.edit_own",
    summary:
      "All data stored about the caller: account, sessions, groups, answers, requests, absences, roles in line-ups, messages, notifications, what they did as an admin",
    response: OwnData,
  },
  deleteOwnAccount: {
    method: "POST",
    path: API.ownDeletion,
    access: "profile.edit_own",
    summary: "Delete the caller's account with its sessions and answers; requires the password",
    request: AccountDeletion,
  },
  requestOwnAddress: {
    method: "POST",
    path: API.ownAddress,
    access: "profile.edit_own",
    summary:
      "Mail a one-time link, valid for an hour, to a new address; opening it makes the address the caller's. The response does not tell whether somebody has the address",
    request: OwnAddressChange,
    status: 202,
    response: Done,
  },
  requestAddressOf: {
    method: "POST",
    path: API.userAddress,
    access: "user.reset_password",
    summary: "Mail such a link to a new address of a member who lost their mailbox; the member confirms it by the mail",
    request: AddressChange,
    status: 202,
    response: Done,
  },
} as const satisfies Readonly<Record<string, Operation>>;
