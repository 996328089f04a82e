import type { Hono } from "hono";
import type { NotificationSettings } from "#contract/accounts/notifications.ts";
import { OPERATIONS } from "#contract/operations.ts";
import { preferencesOf } from "#domain/notifications/topics.ts";
import type { AppEnv } from "../api/operation-route.ts";
import type { Auth } from "../auth/auth.ts";
import type { LinkTokens } from "../auth/links/link-tokens.ts";
import { userAgentOf } from "../auth/sessions/device.ts";
import { Refusal } from "../errors.ts";
import { requireRight } from "../planning/changes/read-rights.ts";
import { readGroup } from "../planning/groups/read-groups.ts";
import { createMount } from "../planning/planning-mount.ts";
import type { Asking } from "../planning/requests/asking.ts";
import type { SharedPlanning } from "../planning/shared-planning.ts";
import { readNextReminder } from "./kinds/read-reminded-events.ts";
import { readMessages } from "./outcomes/read-messages.ts";
import { addSubscription, checkSubscription, removeSubscription } from "./push/write-subscriptions.ts";
import { readOwnPreferences, readSubscriptions, takesReplies } from "./preferences/read-preferences.ts";
import { addUnsubscribeRoutes } from "./preferences/unsubscribe-routes.ts";
import { saveReplies, savePreferences } from "./preferences/write-preferences.ts";

interface NotificationDependencies {
  readonly auth: Auth;
  readonly planning: SharedPlanning;
  readonly asking: Pick<Asking, "timeZone">;
  readonly linkTokens: LinkTokens;
  readonly pushKey: string;
}

/** Mounts the calls about a user's notification settings, their devices, the messages of a group, and unsubscribe links. */
export function addNotificationRoutes(app: Hono<AppEnv>, dependencies: NotificationDependencies): void {
  const { auth, planning, asking, linkTokens, pushKey } = dependencies;
  const { database } = planning;
  const mount = createMount(app, auth.sessions, planning);

  /** With `deviceId`, `byPush` is what that device wants; a device that is not registered wants nothing. */
  async function readSettings(userId: string, deviceId: string | null): Promise<NotificationSettings> {
    const ownPreferences = await readOwnPreferences(database, userId);
    const subscriptions = await readSubscriptions(database, [userId]);
    const devices = subscriptions.map(({ device }) => device);
    if (deviceId === null) return { wishes: ownPreferences, devices, pushKey };
    const pushed = subscriptions.find(({ id }) => id === deviceId)?.topics ?? [];
    const wishes = preferencesOf((topic) => ({ byMail: ownPreferences[topic].byMail, byPush: pushed.includes(topic) }));
    return { wishes, devices, pushKey };
  }

  mount(OPERATIONS.readNotifications, ({ actor, query }) => readSettings(actor.id, query.device ?? null));

  mount(OPERATIONS.setNotifications, async ({ actor, query, body: { wishes } }) => {
    const deviceId = query.device ?? null;
    await savePreferences(database, { userId: actor.id, preferences: wishes, deviceId });
    return readSettings(actor.id, deviceId);
  });

  mount(OPERATIONS.readReplies, async ({ actor }) => ({ areTaken: await takesReplies(database, actor.id) }));

  mount(OPERATIONS.setReplies, async ({ actor, body }) => {
    await saveReplies(database, actor.id, body.areTaken);
    return body;
  });

  mount(OPERATIONS.addPushSubscription, ({ context, actor, body }) => {
    checkSubscription(body);
    const userAgent = userAgentOf(context);
    return addSubscription(database, { actor, subscription: body, userAgent, now: planning.now() });
  });

  mount(OPERATIONS.removePushSubscription, ({ actor, parameters: { id } }) =>
    removeSubscription(database, actor.id, id),
  );

  mount(OPERATIONS.readMessages, async ({ actor, parameters: { id } }) => {
    await requireRight(database, actor, "group.set_up", { groupId: id });
    if ((await readGroup(database, id)) === null) throw new Refusal("group.not_found");
    const now = planning.now();
    return {
      nextReminder: await readNextReminder(database, id, now, asking.timeZone),
      messages: await readMessages(database, id, now),
    };
  });

  addUnsubscribeRoutes(app, { database, linkTokens });
}
