import { createECDH, createHash, hkdfSync } from "node:crypto";
import type { PushMessage } from "#contract/accounts/push-message.ts";
import { failureOf, JobDelayed, JobGivenUp } from "../../jobs/job-failure.ts";
import type { Subscription } from "../preferences/read-preferences.ts";
import { createPushRequests, ForbiddenAddress, type PushResponse, type PushReach } from "./push-request.ts";

/** The key pair with which the server identifies itself to push services (RFC 8292), in base64url. */
interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const CURVE = "prime256v1";
const PRIVATE_KEY_BYTES = 32;

/**
 * Derives the key pair from the server's secret (HKDF, RFC 5869). So all processes have the same pair, and it need not be
 * stored. About one in 2³² derived numbers is not a valid private key; then the next number is tried.
 */
export function deriveVapidKeys(secret: string): VapidKeys {
  const pair = createECDH(CURVE);
  for (let attempt = 0; ; attempt += 1) {
    const candidate = Buffer.from(hkdfSync("sha256", secret, "", `vapid ${attempt}`, PRIVATE_KEY_BYTES));
    try {
      pair.setPrivateKey(candidate);
    } catch {
      continue;
    }
    return { publicKey: pair.getPublicKey("base64url"), privateKey: candidate.toString("base64url") };
  }
}

/**
 * The address at which a push service reaches the operator (RFC 8292 §2.1). It is that of the site, or the sender of the
 * mails if the site has no `https:` address, which push services require.
 */
export function vapidContact(baseUrl: string, mailFrom: string): string {
  if (baseUrl.startsWith("https:")) return baseUrl;
  return `mailto:${/<(.+)>/.exec(mailFrom)?.[1] ?? mailFrom.trim()}`;
}

interface PushDependencies {
  readonly vapid: VapidKeys;
  /** How a push service reaches the operator: an `https:` or `mailto:` address (RFC 8292 §2.1). */
  readonly contact: string;
  readonly clock: () => Date;
  /** Called with the endpoint of a browser that is no longer subscribed. */
  readonly forget: (endpoint: string) => Promise<void>;
  readonly reach?: PushReach;
}

/** The content of a notification, and what the push service needs to deliver it. */
export interface PushNotification extends PushMessage {
  /** When it becomes useless: the push service drops it then. */
  readonly expiresAt: Date;
  /** `high` wakes a sleeping phone: for messages that should be answered within hours (RFC 8030 §5.3). */
  readonly urgency: "normal" | "high";
}

type PushTarget = Pick<Subscription, "endpoint" | "keys">;

export interface Push {
  /**
   * Sends a notification to a browser. `gone`: the browser is no longer subscribed, and its subscription was deleted.
   * @throws JobDelayed if a retry may succeed, JobGivenUp if none can
   */
  readonly send: (target: PushTarget, notification: PushNotification) => Promise<"accepted" | "gone">;
}

const ENCODING = "aes128gcm";
/** The longest time to live that Google's push service accepts, in seconds: four weeks. */
const LONGEST_TTL = 28 * 24 * 60 * 60;
const GONE: ReadonlySet<number> = new Set([404, 410]);
const TOO_LARGE = 413;
const TOO_MANY = 429;
const FIRST_SERVER_ERROR = 500;
const SECONDS = /^\d{1,9}$/;
/** 24 characters of the 32 that a topic may have (RFC 8030 §5.4). */
const TOPIC_BYTES = 18;

/** The `Topic` header: a newer message with the same topic replaces one that the push service has not delivered yet. */
function topicOf(tag: string): string {
  return createHash("sha256").update(tag).digest().subarray(0, TOPIC_BYTES).toString("base64url");
}

/** The time in `Retry-After`, which is a number of seconds or a date (RFC 9110 §10.2.3); `null`: none. */
function retryTime({ headers }: PushResponse, now: Date): Date | null {
  const text = headers["retry-after"]?.trim() ?? "";
  if (SECONDS.test(text)) return new Date(now.getTime() + Number(text) * 1000);
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
}

function outcomeOf(response: PushResponse, now: Date): "accepted" | "gone" {
  const { status } = response;
  if (status >= 200 && status < 300) return "accepted";
  if (GONE.has(status)) return "gone";
  const reason = `the push service answered ${status}`;
  if (status === TOO_MANY || status >= FIRST_SERVER_ERROR) throw new JobDelayed({ reason }, retryTime(response, now));
  throw new JobGivenUp({ reason });
}

export function createPush({ vapid, contact, clock, forget, reach }: PushDependencies): Push {
  const post = createPushRequests(reach);

  async function sendMessage(
    { endpoint, keys }: PushTarget,
    message: PushMessage,
    { expiresAt, urgency }: PushNotification,
  ): Promise<PushResponse> {
    // Loaded with the first notification: many teams never send one.
    const { default: webPush } = await import("web-push");
    const { cipherText } = webPush.encrypt(keys.p256dh, keys.auth, JSON.stringify(message), ENCODING);
    const { origin } = new URL(endpoint);
    const { publicKey, privateKey } = vapid;
    const { Authorization } = webPush.getVapidHeaders(origin, contact, publicKey, privateKey, ENCODING);
    const secondsLeft = Math.floor((expiresAt.getTime() - clock().getTime()) / 1000);
    const headers = {
      authorization: Authorization,
      "content-encoding": ENCODING,
      "content-type": "application/octet-stream",
      "content-length": cipherText.length,
      ttl: Math.min(Math.max(secondsLeft, 0), LONGEST_TTL),
      urgency,
      topic: topicOf(message.tag),
    };
    return post({ endpoint, headers, body: cipherText });
  }

  async function deliver(target: PushTarget, notification: PushNotification): Promise<"accepted" | "gone"> {
    const { title, body, tag, url, asked } = notification;
    const message = { title, body, tag, url, ...(asked !== undefined && { asked }) };
    try {
      const response = await sendMessage(target, message, notification);
      if (response.status !== TOO_LARGE) return outcomeOf(response, clock());
      // Sent again without its text: the event's name and the link to its page matter more.
      return outcomeOf(await sendMessage(target, { title, body: "", tag, url }, notification), clock());
    } catch (error) {
      if (error instanceof JobDelayed || error instanceof JobGivenUp) throw error;
      if (error instanceof ForbiddenAddress) throw new JobGivenUp({ reason: error.message }, { cause: error });
      // Only the code of the error is logged, because its message may contain addresses.
      throw new JobDelayed({ reason: failureOf(error).reason }, null, { cause: error });
    }
  }

  return {
    async send(target, notification) {
      const outcome = await deliver(target, notification);
      if (outcome === "gone") await forget(target.endpoint);
      return outcome;
    },
  };
}
