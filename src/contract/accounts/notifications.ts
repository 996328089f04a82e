import * as z from "zod/mini";
import type { Topic } from "../../domain/notifications/topics.ts";
import { shortText } from "../limits.ts";
import { inSharedPlanning } from "../operation.ts";
import { API } from "../paths.ts";

/** The most devices of one person. A further device replaces the one registered first. */
export const DEVICES_MAX = 10;
/** Push services use 100 to 600 characters. */
const ENDPOINT_MAX = 2048;
const KEY_MAX = 128;

const Channels = z.strictObject({
  byMail: z.boolean(),
  /** On the device that the query names. Without one in the query: on devices that are registered later. */
  byPush: z.boolean(),
});

/** Only admins and leaders are notified of `drop_outs`. Everybody can choose it, in case they become one. */
const Preferences = z.strictObject({
  reminders: Channels,
  changes: Channels,
  requests: Channels,
  place: Channels,
  drop_outs: Channels,
} satisfies Readonly<Record<Topic, typeof Channels>>);

/** A browser that gets notifications. */
export const NotifiedDevice = z.strictObject({
  /** The first 16 bytes of the SHA-256 of its endpoint, in base64url, so that a browser can compute its own id. */
  id: shortText(KEY_MAX),
  browser: z.nullable(shortText(KEY_MAX)),
  system: z.nullable(shortText(KEY_MAX)),
  /** ISO 8601. */
  registeredAt: shortText(KEY_MAX),
});

/** What a person wants to be notified of, and how. */
export const NotificationSettings = z.strictObject({
  /** "Preferences" in code: a wish is how often a person wants to play. The API keeps its name. */
  wishes: Preferences,
  /** In the order of their registration. A PUT ignores them. */
  devices: z.array(NotifiedDevice),
  /** The server's VAPID key (RFC 8292), with which a browser subscribes. A PUT ignores it. */
  pushKey: z.string(),
});

const NewNotificationSettings = z.strictObject({
  wishes: Preferences,
  devices: z.array(NotifiedDevice).check(z.maxLength(DEVICES_MAX, { error: "field.too_long", abort: true })),
  pushKey: shortText(KEY_MAX),
});

const OfDevice = z.object({ device: z.exactOptional(shortText(KEY_MAX)) });

/** A browser's `PushSubscription` as JSON (W3C Push API), and which one it replaces. */
const NewSubscription = z.object({
  endpoint: shortText(ENDPOINT_MAX),
  expirationTime: z.optional(z.nullable(z.number())),
  keys: z.object({ p256dh: shortText(KEY_MAX), auth: shortText(KEY_MAX) }),
  /** The endpoint of this browser's former subscription: it is removed, and its topics are kept. */
  replaces: z.exactOptional(shortText(ENDPOINT_MAX)),
});

/** Whether people whom the caller asks can reply to the caller's address, and so see it. */
export const Replies = z.object({ areTaken: z.boolean() });

export type Replies = z.infer<typeof Replies>;
export type NotifiedDevice = z.infer<typeof NotifiedDevice>;
export type NotificationSettings = z.infer<typeof NotificationSettings>;
export type NewSubscription = z.infer<typeof NewSubscription>;

export const NOTIFICATION_OPERATIONS = /* @__PURE__ */ inSharedPlanning({
  readNotifications: {
    method: "GET",
    path: API.notifications,
    access: "profile.edit_own",
    summary:
      "What the caller wants to be notified of; `byPush` for the device in the query, or else for devices registered later",
    query: OfDevice,
    response: NotificationSettings,
  },
  setNotifications: {
    method: "PUT",
    path: API.notifications,
    access: "profile.edit_own",
    summary: "Choose what the caller wants to be notified of; takes the response of the GET with the same query",
    query: OfDevice,
    request: NewNotificationSettings,
    response: NotificationSettings,
  },
  readReplies: {
    method: "GET",
    path: API.ownReplies,
    access: "profile.edit_own",
    summary: "Whether replies to the caller's requests go to their address",
    response: Replies,
  },
  setReplies: {
    method: "PUT",
    path: API.ownReplies,
    access: "profile.edit_own",
    summary: "Choose whether replies to the caller's requests go to their address, which people who are asked then see",
    request: Replies,
    response: Replies,
  },
  addPushSubscription: {
    method: "POST",
    path: API.pushSubscriptions,
    access: "profile.edit_own",
    summary: `Register this browser for notifications of the topics chosen for new devices, or of all. At most ${DEVICES_MAX} browsers: a further one replaces the first. A registered browser keeps its topics; one that replaces another of the caller's gets that one's topics`,
    request: NewSubscription,
    status: 201,
    response: NotifiedDevice,
  },
  removePushSubscription: {
    method: "DELETE",
    path: API.pushSubscription,
    access: "profile.edit_own",
    summary: "End the notifications on a device",
  },
});
