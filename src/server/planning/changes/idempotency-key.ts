import type { Context } from "hono";
import { HEADERS } from "#contract/headers.ts";
import { EventKey, GroupKey } from "#contract/planning-calls.ts";
import type { AppEnv } from "../auth/request-context.ts";
import { Refusal } from "../errors.ts";

/** The key under which a creation may be tried again; `undefined` where none was sent. @throws Refusal for another shape */
function keyOf(context: Context<AppEnv>, shape: typeof EventKey): string | undefined {
  const key = context.req.header(HEADERS.idempotencyKey);
  if (key === undefined || shape.safeParse(key).success) return key;
  throw new Refusal("request.invalid", { fields: { [HEADERS.idempotencyKey]: "request.invalid" } });
}

export function eventKey(context: Context<AppEnv>): string | undefined {
  return keyOf(context, EventKey);
}

export function groupKey(context: Context<AppEnv>): string | undefined {
  return keyOf(context, GroupKey);
}
