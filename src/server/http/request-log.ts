import { randomUUID } from "node:crypto";
import type { BlockList } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { Logger } from "pino";
import { isTrusted, plainAddress } from "./client-address.ts";

export const REQUEST_ID_HEADER = "x-request-id";

/** The length of `3f2a9c1b-7d4e`: 48 random bits, short enough to be read aloud. */
const NEW_ID_CHARACTERS = 13;
/** The request ids of nginx, Caddy, Traefik and HAProxy match. Other ids get neither into the log nor into a response. */
const WELL_FORMED = /^[\w-]{8,64}$/;

export function newRequestId(): string {
  return randomUUID().slice(0, NEW_ID_CHARACTERS);
}

/** The id that a trusted proxy sent, or else a new one. */
function requestIdOf(headers: Headers, remoteAddress: string | undefined, trustedProxies: BlockList): string {
  const sent = headers.get(REQUEST_ID_HEADER);
  const isUsable =
    sent !== null && WELL_FORMED.test(sent) && isTrusted(plainAddress(remoteAddress ?? ""), trustedProxies);
  return isUsable ? sent : newRequestId();
}

interface LoggedRequest {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    clientNetwork: string;
    personId?: string;
    refusal?: string;
  };
}

/** Counts requests. The log calls it, because one more middleware would cost more than the counting. */
export interface RequestCounter {
  readonly began: () => void;
  readonly ended: (context: Context, milliseconds: number) => void;
}

interface RequestLogOptions {
  readonly logger: Logger;
  readonly trustedProxies: BlockList;
  readonly counter: RequestCounter | null;
}

/** Ids have at most this many characters. Tokens have more. */
const ID_MAX_CHARACTERS = 36;
/** The first part of a path if it is a plain word: a screen, or a path that a scanner tries. */
const PLAIN_FIRST_PART = /^\/[\w.-]{0,24}(?=\/|$)/;

/**
 * The path as it is logged. The path of a call is logged in full, without tokens. Only the first part of any other path
 * is logged: it may be a damaged link or a calendar's address, which end with a secret.
 */
function loggedPath(context: Context): string {
  const { path } = context.req;
  // Middleware and the page are mounted at paths with `*`, calls are not.
  const isCall = matchedRoutes(context).some(({ path: route }) => !route.includes("*"));
  if (isCall) {
    return path.replaceAll(/[^/]+/g, (part) => (part.length > ID_MAX_CHARACTERS ? "…" : part));
  }
  const firstPart = PLAIN_FIRST_PART.exec(path)?.[0] ?? "/…";
  return path.length > firstPart.length ? `${firstPart}/` : firstPart;
}

/** Refused authentication, permission, host or limit. Only log lines with these statuses contain the client's network. */
const LOGGED_WITH_NETWORK: ReadonlySet<number> = new Set([401, 403, 421, 429]);

/**
 * Logs one line for each request. It never contains the query, headers or body, which hold passwords, tokens and cookies,
 * and no names or e-mail addresses. The response carries the line's request id.
 */
export function requestLog({ logger, trustedProxies, counter }: RequestLogOptions): MiddlewareHandler<LoggedRequest> {
  return async function logRequest(context, next) {
    const startedAt = performance.now();
    const { env, req } = context;
    const requestId = requestIdOf(req.raw.headers, env.incoming?.socket.remoteAddress, trustedProxies);
    context.set("requestId", requestId);
    counter?.began();
    await next();
    const elapsed = performance.now() - startedAt;
    counter?.ended(context, elapsed);
    context.res.headers.set(REQUEST_ID_HEADER, requestId);
    const milliseconds = Math.round(elapsed * 10) / 10;
    const { method } = req;
    const path = loggedPath(context);
    const { status } = context.res;
    const personId = context.get("personId");
    const code = context.get("refusal");
    const network = code !== undefined && LOGGED_WITH_NETWORK.has(status) ? context.get("clientNetwork") : undefined;
    // The logger leaves out undefined values.
    logger.info({ requestId, method, path, status, milliseconds, personId, code, network }, "request");
  };
}
