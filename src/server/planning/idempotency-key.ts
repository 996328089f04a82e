import type { Context } from "hono";
import { HEADERS } from "#contract/headers.ts";
import type { AppEnv } from "../auth/request-context.ts";
import { Refusal } from "../errors.ts";

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const GROUP_ID = /^[a-z\d]{6}$/;

/** The key under which a creation may be tried again; `undefined` where none was sent. @throws Refusal for another shape */
function keyOf(context: Context<AppEnv>, shape: RegExp): string | undefined {
  const key = context.req.header(HEADERS.idempotencyKey);
  if (key === undefined || shape.test(key)) return key;
  throw new Refusal("request.invalid", { fields: { [HEADERS.idempotencyKey]: "request.invalid" } });
}

export function eventKey(context: Context<AppEnv>): string | undefined {
  return keyOf(context, UUID);
}

export function groupKey(context: Context<AppEnv>): string | undefined {
  return keyOf(context, GROUP_ID);
}
