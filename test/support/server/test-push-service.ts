import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from "node:crypto";
import { once } from "node:events";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { PushReach } from "#server/notifications/push/push-request.ts";
import { newTestCertificate } from "./test-certificate.ts";
import { newTestSubscription, type TestSubscription } from "./test-push-browser.ts";

/** A push message as its browser reads it. */
export interface ReceivedPush {
  readonly path: string;
  readonly ttl: number;
  readonly urgency: string;
  readonly topic: string;
  readonly subject: string;
  readonly bytes: number;
  readonly message: unknown;
}

type Reply = (response: ServerResponse) => void;

/** A push service that speaks RFC 8030, 8291 and 8292, on this machine. */
export interface TestPushService {
  /** Lets the sender connect to it: its name is known to nobody else. */
  readonly reach: PushReach;
  readonly received: readonly ReceivedPush[];
  /** What was wrong with requests that broke one of the RFCs. */
  readonly complaints: readonly string[];
  readonly subscribe: () => TestSubscription;
  /** How the next requests are answered, instead of 201. */
  readonly reply: (...next: readonly Reply[]) => void;
  readonly close: () => Promise<void>;
}

const HOST = "push.test";
const ORIGIN = `https://${HOST}`;
const DAY_SECONDS = 24 * 60 * 60;
const TAG_BYTES = 16;
const LAST_RECORD = 2;

const derive = (key: Buffer, salt: Buffer, info: Buffer, size: number): Buffer =>
  Buffer.from(hkdfSync("sha256", key, salt, info, size));

/** Decrypts a message of one record (RFC 8188, RFC 8291 §3.4). */
function decrypt(body: Buffer, { privateKey, auth, subscription }: TestSubscription): string {
  const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const senderKey = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  if (record.length > body.readUInt32BE(16)) throw new Error("more than one record");
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(privateKey);
  const ownKey = Buffer.from(subscription.keys.p256dh, "base64url");
  const about = Buffer.concat([Buffer.from("WebPush: info\0"), ownKey, senderKey]);
  const secret = derive(pair.computeSecret(senderKey), auth, about, 32);
  const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(record.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  const end = padded.lastIndexOf(LAST_RECORD);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("padding");
  return padded.subarray(0, end).toString("utf8");
}

/** Checks who sends it (RFC 8292). @returns the contact that the sender names */
function readVapid(headers: IncomingHttpHeaders, origin: string, publicKey: string): string {
  const [, token = "", key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? "") ?? [];
  if (key !== publicKey) throw new Error("not the key of the subscription");
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const jwk = createPublicKey({ key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, format: "jwk" });
  const [head = "", claims = "", signature = ""] = token.split(".");
  const signed = Buffer.from(`${head}.${claims}`);
  const isSigned = verify(
    "sha256",
    signed,
    { key: jwk, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) throw new Error("signature");
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, "base64url").toString()) as Record<string, unknown>;
  const left = Number(exp) - Date.now() / 1000;
  if (aud !== origin || left <= 0 || left > DAY_SECONDS) throw new Error("claims");
  if (typeof sub !== "string" || !/^(mailto:|https:)/.test(sub)) throw new Error("contact");
  return sub;
}

function requireHeader(headers: IncomingHttpHeaders, name: string, pattern: RegExp): string {
  const value = headers[name];
  if (typeof value !== "string" || !pattern.test(value)) throw new Error(`${name}: ${String(value)}`);
  return value;
}

/** Starts it for subscriptions that were made with this VAPID key. */
export async function startTestPushService(publicKey: string): Promise<TestPushService> {
  const { certificate, key } = newTestCertificate(HOST);
  const browsers = new Map<string, TestSubscription>();
  const [received, complaints, replies]: [ReceivedPush[], string[], Reply[]] = [[], [], []];

  function read(path: string, headers: IncomingHttpHeaders, body: Buffer): ReceivedPush | null {
    const browser = browsers.get(path);
    if (browser === undefined) return null;
    requireHeader(headers, "content-encoding", /^aes128gcm$/);
    return {
      path,
      ttl: Number(requireHeader(headers, "ttl", /^\d+$/)),
      urgency: requireHeader(headers, "urgency", /^(very-low|low|normal|high)$/),
      topic: requireHeader(headers, "topic", /^[\w-]{1,32}$/),
      subject: readVapid(headers, ORIGIN, publicKey),
      bytes: body.length,
      message: JSON.parse(decrypt(body, browser)),
    };
  }

  const server = createServer({ cert: certificate, key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      try {
        const push = read(request.url ?? "", request.headers, Buffer.concat(chunks));
        const reply = replies.shift();
        if (push !== null) received.push(push);
        if (reply !== undefined) reply(response);
        else response.writeHead(push === null ? 410 : 201).end();
      } catch (error) {
        complaints.push(String(error));
        response.writeHead(400).end();
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  return {
    reach: {
      port,
      isAllowed: (address) => address === "127.0.0.1",
      resolve: async () => [{ address: "127.0.0.1", family: 4 }],
      ca: certificate,
    },
    received,
    complaints,
    subscribe() {
      const browser = newTestSubscription(ORIGIN);
      browsers.set(new URL(browser.subscription.endpoint).pathname, browser);
      return browser;
    },
    reply: (...next) => void replies.push(...next),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
