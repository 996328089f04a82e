import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { TLSSocket } from "node:tls";
import { OPERATIONS } from "#contract/operations.ts";
import type { AddressState, SeenCall } from "#text/doctor/address-check.ts";
import { newOperatorCall, OPERATOR_HEADER, readOperatorAnswer } from "../operator-proof.ts";

/** More than our answer has. */
const LONGEST_BODY = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Our problem documents. */
const PROBLEM = "urn:diapason:problem:";

interface HealthCall {
  readonly origin: string;
  /** Signs the call; `null`: unknown. */
  readonly secret: string | null;
  /** Instead of the host of `origin`. */
  readonly host?: string | undefined;
  readonly signal: AbortSignal;
}

function send({ origin, host, signal }: HealthCall, call: string | null): Promise<IncomingMessage> {
  const url = new URL(OPERATIONS.health.path, origin);
  const request = url.protocol === "https:" ? requestSecure : requestPlain;
  const headers = { ...(host !== undefined && { host }), ...(call !== null && { [OPERATOR_HEADER]: call }) };
  return new Promise((resolve, reject) => {
    request(url, { headers, agent: false, signal }, resolve).on("error", reject).end();
  });
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of incoming.setEncoding("utf8")) {
    text += String(chunk);
    if (text.length > LONGEST_BODY) break;
  }
  return text;
}

function isOurs(body: string): boolean {
  try {
    const { status, type } = JSON.parse(body) as { status?: unknown; type?: unknown };
    return status === "ok" || String(type).startsWith(PROBLEM);
  } catch {
    return false;
  }
}

function daysLeftOf({ socket }: IncomingMessage): number | null {
  if (!(socket instanceof TLSSocket)) return null;
  return Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS);
}

function proofIn({ headers }: IncomingMessage, secret: string | null, call: string | null): SeenCall | null {
  const answer = headers[OPERATOR_HEADER];
  if (secret === null || call === null || typeof answer !== "string") return null;
  return readOperatorAnswer(secret, call, answer);
}

/** Asks the server at `origin` whether it is well, and whether it is this installation's. */
export async function askHealth(health: HealthCall): Promise<AddressState> {
  const { secret } = health;
  const call = secret === null ? null : newOperatorCall(secret, new Date());
  const incoming = await send(health, call);
  const daysLeft = daysLeftOf(incoming);
  const { statusCode = 0, headers } = incoming;
  const isRedirection = statusCode >= 300 && statusCode < 400;
  return {
    outcome: "answered",
    status: statusCode,
    location: isRedirection ? (headers.location ?? "?") : null,
    isDiapason: isOurs(await readBody(incoming)),
    seen: proofIn(incoming, secret, call),
    daysLeft,
    clock: headers.date === undefined ? null : { there: new Date(headers.date), here: new Date() },
  };
}
