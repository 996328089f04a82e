import type { Context, Hono } from "hono";
import type * as z from "zod/mini";
import type { Access, Operation } from "#contract/operation.ts";
import { may, roleOf } from "#domain/permissions.ts";
import { Refusal } from "../errors.ts";
import type { Actor, Sessions } from "./sessions.ts";
import { checkValues, readBody } from "./json-body.ts";
import { limitBody } from "./body-limit.ts";
import type { AppEnv, StreamBody } from "./request-context.ts";
import { streamAnswer } from "./stream-answer.ts";

/** The names in braces of a path such as `/users/{id}`. */
type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

/** A call that passed its border: who calls, what was sent. */
interface Call<O extends Operation> {
  readonly context: Context<AppEnv>;
  readonly actor: O["access"] extends "anyone" ? null : Actor;
  readonly parameters: Readonly<Record<ParameterOf<O["path"]>, string>>;
  readonly query: O["query"] extends z.ZodMiniType ? z.output<O["query"]> : null;
  readonly body: O["request"] extends z.ZodMiniType ? z.output<O["request"]> : null;
}

/** What is only read may be given as it is. */
type Immutable<Value> = Value extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Immutable<Value[Name]> }
    : Value;

/** The JSON body, or who writes the stream. */
type Answer<O extends Operation> = O["response"] extends z.ZodMiniType
  ? Immutable<z.input<O["response"]>>
  : O["stream"] extends string
    ? StreamBody
    : null;

/** `/users/{id}` as the router writes it. */
export function routerPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

/** What a call does once it is let in. */
export type Handle<O extends Operation> = (call: Call<O>) => Promise<Answer<O>>;

/** Mounts calls that have their guard in common. */
export type Mount = <O extends Operation>(operation: O, handle: Handle<O>) => void;

/** What else must hold of whoever is signed in, before their rights and what they sent are looked at: else it throws. */
export type Guard = (context: Context<AppEnv>, actor: Actor) => Promise<void>;

/** Mounts one operation of the contract: lets in whom it allows, reads its body, answers with its status. */
export function addRoute<O extends Operation>(
  app: Hono<AppEnv>,
  operation: O,
  sessions: Sessions,
  handle: Handle<O>,
  guard?: Guard,
): void {
  app.on(operation.method, routerPath(operation.path), async (context) => {
    const { access } = operation;
    const actor = access === "anyone" ? null : await permittedActor(context, sessions, access, guard);
    const parameters = readParameters(context);
    const query = operation.query === undefined ? null : checkValues(context.req.query(), operation.query);
    await limitLargeBody(context, operation);
    const body = operation.request === undefined ? null : await readBody(context.req.raw, operation.request);
    const answer = await handle({ context, actor, parameters, query, body } as Call<O>);
    if (operation.stream !== undefined) return streamAnswer(context, operation.stream, answer as StreamBody);
    return operation.status === 204 ? context.body(null, 204) : context.json(answer, operation.status);
  });
}

/** A large body is read for those alone who may send it. */
async function limitLargeBody(context: Context<AppEnv>, { bodyLimit }: Operation): Promise<void> {
  if (bodyLimit === undefined) return;
  await limitBody(bodyLimit.maxBytes, bodyLimit.refusal)(context, () => Promise.resolve());
}

/** PostgreSQL has no text with U+0000: nothing is found under such a name. */
function readParameters(context: Context<AppEnv>): Record<string, string> {
  const parameters = context.req.param();
  if (Object.values(parameters).some((value) => value.includes("\0"))) throw new Refusal("request.not_found");
  return parameters;
}

/** Who calls, if they may. @throws Refusal `session.required` or `request.forbidden` */
async function permittedActor(
  context: Context<AppEnv>,
  sessions: Sessions,
  access: Exclude<Access, "anyone">,
  guard: Guard | undefined,
): Promise<Actor> {
  const actor = await requireActor(context, sessions);
  context.get("countWrite")(actor.id);
  await guard?.(context, actor);
  if (!may(roleOf(actor), access)) throw new Refusal("request.forbidden");
  return actor;
}

/** Who calls. @throws Refusal `session.required` */
async function requireActor(context: Context<AppEnv>, sessions: Sessions): Promise<Actor> {
  const actor = await sessions.actorOf(context);
  if (actor === null) throw new Refusal("session.required");
  context.set("personId", actor.id);
  return actor;
}
