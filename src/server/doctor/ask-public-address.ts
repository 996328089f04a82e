import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { TLSSocket } from "node:tls";
import { OPERATIONS } from "#contract/operations.ts";
import type { AddressState } from "#text/doctor/address-check.ts";

/** More than our answer has. */
const LONGEST_BODY = 10_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Our problem documents. */
const PROBLEM = "urn:diapason:problem:";

function send(origin: string, signal: AbortSignal): Promise<IncomingMessage> {
  const url = new URL(OPERATIONS.health.path, origin);
  const request = url.protocol === "https:" ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    request(url, { agent: false, signal }, resolve).on("error", reject).end();
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

/** Asks the server at `origin` whether it is a Diapason, and well. Rejects when nobody answers in time. */
export async function askPublicAddress(origin: string, signal: AbortSignal): Promise<AddressState> {
  const incoming = await send(origin, signal);
  const daysLeft = daysLeftOf(incoming);
  const { statusCode = 0, headers } = incoming;
  const isRedirection = statusCode >= 300 && statusCode < 400;
  return {
    outcome: "answered",
    status: statusCode,
    location: isRedirection ? (headers.location ?? "?") : null,
    isDiapason: isOurs(await readBody(incoming)),
    daysLeft,
    clock: headers.date === undefined ? null : { there: new Date(headers.date), here: new Date() },
  };
}
