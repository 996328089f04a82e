import type { Context } from "hono";
import { HEADERS } from "#contract/headers.ts";
import { EventKey } from "#contract/planning/events.ts";
import { GroupKey } from "#contract/planning/groups.ts";
import type { AppEnv } from "../../api/request-context.ts";
import { Refusal } from "../../errors.ts";

/** The idempotency key of a creation; `undefined` without one. @throws Refusal for an invalid key */
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
