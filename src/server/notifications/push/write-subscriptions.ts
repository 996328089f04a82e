import { createHash, ECDH } from "node:crypto";
import { DEVICES_MAX, type NewSubscription, type NotifiedDevice } from "#contract/accounts/notifications.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { TOPICS } from "#domain/notifications/topics.ts";
import type { Actor } from "../../api/operation-route.ts";
import { lockCaller } from "../../auth/passwords/write-password.ts";
import { deviceOf } from "../../auth/sessions/device.ts";
import type { Database, Queryable } from "../../database/database.ts";
import { Refusal } from "../../errors.ts";
import { readOwnPreferences } from "../preferences/read-preferences.ts";
import { mayBePushService } from "./push-request.ts";

const CURVE = "prime256v1";
/** An uncompressed point of P-256 (RFC 8291 §2.1). */
const POINT_BYTES = 65;
const AUTH_BYTES = 16;
const BASE64_URL = /^[\w-]+$/;

/** Decodes base64url without padding, as browsers send it; `null` for any other text. */
function decode(text: string): Buffer | null {
  return BASE64_URL.test(text) ? Buffer.from(text, "base64url") : null;
}

/** Whether the text is a valid public key: a point on the curve. */
function isPublicKey(text: string): boolean {
  const bytes = decode(text);
  if (bytes?.length !== POINT_BYTES) return false;
  try {
    ECDH.convertKey(bytes, CURVE);
    return true;
  } catch {
    return false;
  }
}

/** Whether the server would send notifications to this address: to a push service, and never to itself. */
function isAcceptedEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  const { username, password, hostname } = url;
  return mayBePushService(url) && username === "" && password === "" && !/(?:^|\.)localhost\.?$/.test(hostname);
}

/** @throws Refusal `request.invalid` for malformed keys, and for an endpoint to which the server would not connect */
export function checkSubscription({ endpoint, keys }: NewSubscription): void {
  const fields: Record<string, ErrorCode> = {
    ...(!isAcceptedEndpoint(endpoint) && { endpoint: "request.invalid" }),
    ...(!isPublicKey(keys.p256dh) && { "keys.p256dh": "request.invalid" }),
    ...(decode(keys.auth)?.length !== AUTH_BYTES && { "keys.auth": "request.invalid" }),
  };
  if (Object.keys(fields).length > 0) throw new Refusal("request.invalid", { fields });
}

const ID_BYTES = 16;

/** A hash of the endpoint. Browsers compute the id of their subscription in the same way. */
function subscriptionId(endpoint: string): string {
  return createHash("sha256").update(endpoint).digest().subarray(0, ID_BYTES).toString("base64url");
}

interface Registration {
  readonly actor: Actor;
  readonly subscription: NewSubscription;
  readonly userAgent: string;
  readonly now: Date;
}

/** The topics of a new device: those that the person chose for new devices, or all. */
async function firstTopics(queryable: Queryable, userId: string): Promise<string> {
  const preferences = await readOwnPreferences(queryable, userId);
  const chosen = TOPICS.filter((topic) => preferences[topic].byPush);
  return JSON.stringify(chosen.length > 0 ? chosen : TOPICS);
}

/** Removes this person's subscription with this endpoint, and returns its topics as JSON; `null` when there is none. */
async function takeTopics({ kysely }: Queryable, userId: string, endpoint: string): Promise<string | null> {
  const taken = await kysely
    .deleteFrom("push_subscription")
    .where("id", "=", subscriptionId(endpoint))
    .where("user_id", "=", userId)
    .returning("topics")
    .executeTakeFirst();
  return taken?.topics ?? null;
}

/**
 * Registers a browser for notifications (upsert). A browser that this person registered before keeps its topics. A browser
 * that another person registered now belongs to this person. A subscription that replaces another one takes over its topics.
 * With more than `DEVICES_MAX` browsers, the one that was registered first is removed.
 */
export async function addSubscription(
  database: Database,
  { actor, subscription, userAgent, now }: Registration,
): Promise<NotifiedDevice> {
  const { endpoint, keys, replaces } = subscription;
  const id = subscriptionId(endpoint);
  const row = {
    user_id: actor.id,
    session_id: actor.sessionId,
    endpoint,
    p256dh: keys.p256dh,
    auth: keys.auth,
    user_agent: userAgent,
    registered_at: now,
  };
  await database.kysely.transaction().execute(async (kysely) => {
    const transaction = { kysely, engine: database.engine };
    await lockCaller(transaction, actor.id);
    const replacedTopics = replaces === undefined ? null : await takeTopics(transaction, actor.id, replaces);
    const topics = replacedTopics ?? (await firstTopics(transaction, actor.id));
    await kysely
      .insertInto("push_subscription")
      .values({ id, topics, ...row })
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet((eb) => ({
          ...row,
          topics: eb
            .case()
            .when("push_subscription.user_id", "=", actor.id)
            .then(eb.ref("push_subscription.topics"))
            .else(topics)
            .end(),
        })),
      )
      .execute();
    const latest = kysely
      .selectFrom("push_subscription")
      .select("id")
      .where("user_id", "=", actor.id)
      .orderBy("registered_at", "desc")
      .orderBy("id")
      .limit(DEVICES_MAX);
    await kysely
      .deleteFrom("push_subscription")
      .where("user_id", "=", actor.id)
      .where("id", "not in", latest)
      // The new one stays even if others have a later time, because the clock was set back.
      .where("id", "!=", id)
      .execute();
  });
  return { id, ...deviceOf(userAgent), registeredAt: now.toISOString() };
}

/** @throws Refusal `device.not_found` when the person has no device with this id */
export async function removeSubscription({ kysely }: Queryable, userId: string, id: string): Promise<void> {
  const { numDeletedRows } = await kysely
    .deleteFrom("push_subscription")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new Refusal("device.not_found");
}

/** Deletes a subscription that no longer exists at the push service. */
export async function forgetEndpoint({ kysely }: Queryable, endpoint: string): Promise<void> {
  await kysely.deleteFrom("push_subscription").where("id", "=", subscriptionId(endpoint)).execute();
}
