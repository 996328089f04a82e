import type { Context, Hono } from "hono";
import type { Operation } from "#contract/operation.ts";
import { HEADERS } from "#contract/paths.ts";
import { EventKey } from "#contract/planning/events.ts";
import { GroupKey } from "#contract/planning/groups.ts";
import {
  type Actor,
  addRoute,
  type HandlerResult,
  type AppEnv,
  type Call,
  type Callers,
  type Handle,
  type Mount,
} from "../api/operation-route.ts";
import type { Queryable } from "../database/database.ts";
import { Refusal } from "../errors.ts";
import { type Positioned, readPosition } from "./changes/write-change-log.ts";
import type { AcceptChange, SharedPlanning, WantedChange } from "./shared-planning.ts";

/** Mounts calls. Those that need a shared planning are refused before it is shared. */
export function createMount(app: Hono<AppEnv>, callers: Callers, planning: Pick<SharedPlanning, "isShared">): Mount {
  async function requireSharing(): Promise<void> {
    if (!(await planning.isShared())) throw new Refusal("planning.not_shared");
  }
  return (operation, handle) =>
    addRoute(app, operation, callers, handle, operation.needsSharing ? { first: requireSharing } : {});
}

/** Functions that mount a call of the planning. All but `mount` send the log position of the response in a header. */
export interface PlanningMounts {
  readonly mount: Mount;
  /** For a handler that returns the log position with its value. */
  readonly mountPositioned: <O extends Operation>(
    operation: O,
    handle: (call: Call<O>) => Promise<Positioned<HandlerResult<O>>>,
  ) => void;
  /** For a `read` that returns no position: the position is read first. */
  readonly mountPlainRead: <O extends Operation>(operation: O, read: Handle<O>) => void;
  /** Makes the change that `wantedOf` returns. The response is what `read` returns in the same transaction. */
  readonly mountChange: <O extends Operation, Wanted>(
    operation: O,
    wantedOf: (call: Call<O>) => WantedChange & Wanted,
    read: (queryable: Queryable, wanted: Wanted) => Promise<HandlerResult<O>>,
  ) => void;
  /** Like `mountChange`, but the response has no body. */
  readonly mountBareChange: <O extends Operation & { readonly response?: never; readonly stream?: never }>(
    operation: O,
    wantedOf: (call: Call<O>) => WantedChange,
  ) => void;
}

export function createPlanningMounts(mount: Mount, accept: AcceptChange, database: Queryable): PlanningMounts {
  const mountPositioned: PlanningMounts["mountPositioned"] = (operation, handle) =>
    mount(operation, async (call) => {
      const { position, value } = await handle(call);
      call.context.header(HEADERS.position, String(position));
      return value;
    });
  const mountChange: PlanningMounts["mountChange"] = (operation, wantedOf, read) =>
    mountPositioned(operation, (call) => {
      const wanted = wantedOf(call);
      const { id } = call.actor as Actor;
      return accept(id, wanted, (queryable) => read(queryable, wanted));
    });
  return {
    mount,
    mountPositioned,
    mountChange,
    mountBareChange: (operation, wantedOf) =>
      mountChange(operation, wantedOf, () => Promise.resolve(null as HandlerResult<typeof operation>)),
    mountPlainRead: (operation, read) =>
      mountPositioned(operation, async (call) => {
        // In this order, a change between the two reads is in the response and comes by the stream again. In the other
        // order it could be in neither.
        const position = await readPosition(database);
        return { position, value: await read(call) };
      }),
  };
}

/**
 * The idempotency key of a creation, which becomes the id of the new row: a retry then creates no second one.
 * `undefined`: the call has no key. @throws Refusal for an invalid key
 */
function keyOf(context: Context<AppEnv>, shape: typeof EventKey): string | undefined {
  const key = context.req.header(HEADERS.idempotencyKey);
  if (key === undefined || shape.safeParse(key).success) return key;
  throw new Refusal("request.invalid", { fields: { [HEADERS.idempotencyKey]: "request.invalid" } });
}

/** The id for a new event, series or absence. */
export const requestedId = (context: Context<AppEnv>) => keyOf(context, EventKey);
export const requestedGroupId = (context: Context<AppEnv>) => keyOf(context, GroupKey);
