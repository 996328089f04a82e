import type { ServerResponse } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context, Hono, MiddlewareHandler } from "hono";
import type * as z from "zod/mini";
import { isStorable } from "#contract/limits.ts";
import { type Access, type Operation, statusOf } from "#contract/operation.ts";
import { HEADERS } from "#contract/paths.ts";
import { isLeadCapability, maySomewhere, type RightsHolder } from "#domain/permissions.ts";
import { Refusal } from "../errors.ts";
import type { PeerOwner } from "../peer/socket-tables.ts";
import { bodyLimitOf, checkValues, readBody, readChunked, refuseContentLength, requireJson } from "./request-body.ts";
import { sendStored, StoredResponse } from "./stored-response.ts";
import type { UserRecord } from "./user-record.ts";

/** A user with the facts that decide their rights. */
export interface EntitledUser extends UserRecord, RightsHolder {}

/** The signed-in user who makes a call, with the session. */
export interface Actor extends EntitledUser {
  readonly sessionId: string;
}

export interface Callers {
  /** The user of the request's session cookie, read by one query; `null` without a valid session. */
  readonly actorOf: (context: Context<AppEnv>) => Promise<Actor | null>;
}

/** Writes a streamed body, for any length of time. The response head has been sent already. */
export type StreamBody = (outgoing: ServerResponse) => void;

export interface RequestVariables {
  requestId: string;
  clientAddress: string;
  /** Call limits count by it: the IPv4 address, or the IPv6 network of one household. */
  clientNetwork: string;
  /** For the log: the calling account, and the error code of the response. */
  personId?: string;
  refusal?: string;
  /** Counts this call for the calling user, or for the token of a link. Rejects with the Refusal `request.too_many`. */
  countCall: (caller: string) => Promise<void>;
  /** Whether a proxy forwarded the call. */
  isForwarded: boolean;
  /** Which user of this machine opened the connection. Asks the operating system only when called. */
  peerOwner: () => Promise<PeerOwner>;
  streamBody?: StreamBody;
}

export interface AppEnv {
  // An in-process test has no socket.
  Bindings: Partial<HttpBindings>;
  Variables: RequestVariables;
}

/** The names in braces of a path such as `/users/{id}`. */
type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

export interface Call<O extends Operation> {
  readonly context: Context<AppEnv>;
  readonly actor: O["access"] extends "anyone" ? null : Actor;
  readonly parameters: Readonly<Record<ParameterOf<O["path"]>, string>>;
  readonly query: O["query"] extends z.ZodMiniType ? z.output<O["query"]> : null;
  readonly body: Body<O>;
}

/** The validated body. A large one comes as raw bytes: the handler parses and checks it piece by piece. */
type Body<O extends Operation> = O["request"] extends z.ZodMiniType
  ? O["bodyLimit"] extends object
    ? ArrayBuffer
    : z.output<O["request"]>
  : null;

/** Allows handlers to return read-only values. */
type Immutable<Value> = Value extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Immutable<Value[Name]> }
    : Value;

type ResponseBody<Schema extends z.ZodMiniType> = Immutable<z.input<Schema>>;

/**
 * What a handler returns: the JSON body as a value or as bytes, or the function that writes the stream. It is ignored if
 * the operation has no response body.
 */
export type HandlerResult<O extends Operation> = O["response"] extends z.ZodMiniType
  ? ResponseBody<O["response"]> | StoredResponse<ResponseBody<O["response"]>>
  : O["stream"] extends string
    ? StreamBody
    : unknown;

/** The response `Done`. */
export const DONE = { status: "done" } as const;

/** Turns `/users/{id}` into the router's `/users/:id`. */
export function routerPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

export type Handle<O extends Operation> = (call: Call<O>) => Promise<HandlerResult<O>>;

export type Mount = <O extends Operation>(operation: O, handle: Handle<O>) => void;

/** Further checks of one route. Each throws to refuse. */
interface Guards {
  /** Run for a signed-in user, before permissions and the body are checked. */
  readonly first?: () => Promise<void>;
  /** Gets the JSON body before validation. */
  readonly body?: (context: Context<AppEnv>, body: unknown) => Promise<void>;
  /** Called when the body is refused, to count it as a failed try. */
  readonly refused?: (context: Context<AppEnv>) => Promise<void>;
}

/**
 * Mounts one operation of the contract as a route. The route checks session and rights, validates the body, calls the
 * handler, and responds with the operation's status.
 */
export function addRoute<O extends Operation>(
  app: Hono<AppEnv>,
  operation: O,
  callers: Callers,
  handle: Handle<O>,
  guards: Guards = {},
): void {
  const limit = bodyLimitOf(operation);
  app.on(operation.method, routerPath(operation.path), async (context) => {
    const { access } = operation;
    // Calls that only read ignore a body.
    const mayHaveBody = operation.method !== "GET";
    if (mayHaveBody) refuseContentLength(context.req.raw, limit);
    let actor: Actor | null = null;
    if (access !== "anyone") {
      actor = await permittedActor(context, callers, access, async (caller) => {
        await context.get("countCall")(caller.id);
        refuseCallOfOther(context, caller);
        await guards.first?.();
      });
    }
    const parameters = readParameters(context);
    const query = operation.query === undefined ? null : checkValues(context.req.query(), operation.query);
    if (mayHaveBody) await readChunked(context, limit);
    const body = await readAnyBody(context, operation, guards);
    // Checked again after the body arrived: during a slow upload the session may have ended, or the rights.
    if (access !== "anyone" && operation.request !== undefined) actor = await permittedActor(context, callers, access);
    const result = await handle({ context, actor, parameters, query, body } as Call<O>);
    if (operation.stream !== undefined) return streamResponse(context, operation.stream, result as StreamBody);
    if (result instanceof StoredResponse) return sendStored(context, result);
    const status = statusOf(operation);
    const hasBody = status !== 204 && operation.response !== undefined;
    return hasBody ? context.json(result, status) : context.body(null, status);
  });
}

/** Refuses a call that another user of this browser made, before the actor signed in there. */
function refuseCallOfOther(context: Context<AppEnv>, actor: Actor): void {
  const madeBy = context.req.header(HEADERS.person);
  if (madeBy !== undefined && madeBy !== actor.id) throw new Refusal("session.other_person");
}

/** The body of a call: validated JSON, or raw bytes for an operation with a body limit of its own; `null`: none. */
async function readAnyBody(
  context: Context<AppEnv>,
  { request: schema, bodyLimit }: Operation,
  guards: Guards,
): Promise<unknown> {
  const request = context.req.raw;
  if (schema === undefined) return null;
  try {
    if (bodyLimit === undefined) return await readBody(request, schema, (sent) => guards.body?.(context, sent));
    requireJson(request);
    return await request.arrayBuffer();
  } catch (error) {
    if (error instanceof Refusal) await guards.refused?.(context);
    throw error;
  }
}

/** The parameters of the path. @throws Refusal `request.not_found` for an id that no database can store */
function readParameters(context: Context<AppEnv>): Record<string, string> {
  const parameters = context.req.param();
  if (!Object.values(parameters).every(isStorable)) throw new Refusal("request.not_found");
  return parameters;
}

/**
 * The calling user, if they have the right, or may have it for some group or as the `Lead` of some event. The handler later
 * checks whether they have it for the group or event of the call (`read-rights.ts`).
 * @throws Refusal `session.required` or `request.forbidden`
 */
async function permittedActor(
  context: Context<AppEnv>,
  callers: Callers,
  access: Exclude<Access, "anyone">,
  check?: (actor: Actor) => Promise<void>,
): Promise<Actor> {
  const actor = await callers.actorOf(context);
  if (actor === null) throw new Refusal("session.required");
  context.set("personId", actor.id);
  await check?.(actor);
  if (!maySomewhere(actor, access) && !isLeadCapability(access)) throw new Refusal("request.forbidden");
  return actor;
}

/** Responds with a stream of this content type, unbuffered by proxies. A HEAD request gets the headers only. */
function streamResponse(context: Context<AppEnv>, type: string, body: StreamBody): Response {
  if (context.req.method !== "HEAD") context.set("streamBody", body);
  return context.body(null, 200, { "content-type": type, "x-accel-buffering": "no" });
}

/**
 * The outermost middleware. Sends streams through Node's own response, once the headers are complete: a web stream for
 * each of a thousand connections would take 50 % more memory.
 */
export const sendStreams: MiddlewareHandler<AppEnv> = async (context, next) => {
  await next();
  const body = context.get("streamBody");
  const { outgoing } = context.env;
  if (body === undefined || outgoing === undefined) return;
  if (!outgoing.destroyed) {
    const { headers } = context.res;
    const cookies = headers.getSetCookie();
    const others = Object.fromEntries([...headers].filter(([name]) => name !== "set-cookie"));
    outgoing.writeHead(context.res.status, cookies.length === 0 ? others : { ...others, "set-cookie": cookies });
    body(outgoing);
  }
  // Cleared first, or the framework merges both responses.
  context.res = undefined;
  context.res = RESPONSE_ALREADY_SENT;
};
