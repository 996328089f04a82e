import type { Context, Hono } from "hono";
import { HEADERS } from "#contract/paths.ts";
import { EventKey } from "#contract/planning/events.ts";
import { GroupKey } from "#contract/planning/groups.ts";
import {
  type Actor,
  addRoute,
  type Answer,
  type AppEnv,
  type Call,
  type Callers,
  type Guard,
  type GuardedOperation,
  type Handle,
  type Mount,
} from "../api/operation-route.ts";
import type { Queryable } from "../database/database.ts";
import { Refusal } from "../errors.ts";
import { type Positioned, readPosition } from "./changes/write-change-log.ts";
import type { AcceptChange, SharedPlanning, WantedChange } from "./shared-planning.ts";

/** Refuses a call that another user of this browser queued. */
const ownCallsOnly: Guard = (context, actor) => {
  const wantedBy = context.req.header(HEADERS.person);
  if (wantedBy !== undefined && wantedBy !== actor.id) throw new Refusal("session.other_person");
  return Promise.resolve();
};

/** Mounts calls with the guards of the contract. */
export function createMount(app: Hono<AppEnv>, callers: Callers, planning: Pick<SharedPlanning, "isShared">): Mount {
  const sharedOnly: Guard = async (context, actor) => {
    await ownCallsOnly(context, actor);
    if (!(await planning.isShared())) throw new Refusal("planning.not_shared");
  };
  return (operation, handle) =>
    addRoute(app, operation, callers, handle, { actor: operation.guard === "own_calls" ? ownCallsOnly : sharedOnly });
}

export interface PlanningMounts {
  readonly mount: Mount;
  /** Answers with a state of the planning, and sends its log position in a header. */
  readonly mountRead: <O extends GuardedOperation>(
    operation: O,
    read: (call: Call<O>) => Promise<Positioned<Answer<O>>>,
  ) => void;
  /** Like `mountRead`, for a row that is read without its position. */
  readonly mountRow: <O extends GuardedOperation>(operation: O, read: Handle<O>) => void;
  /** Makes a change, and answers with what `read` returns in the same transaction. */
  readonly mountChange: <O extends GuardedOperation, Subject>(
    operation: O,
    wantedOf: (call: Call<O>) => WantedChange & Subject,
    read: (queryable: Queryable, wanted: Subject) => Promise<Answer<O>>,
  ) => void;
  /** Makes a change whose call is answered without a body. */
  readonly mountBareChange: <O extends GuardedOperation & { readonly response?: never; readonly stream?: never }>(
    operation: O,
    wantedOf: (call: Call<O>) => WantedChange,
  ) => void;
}

export function createPlanningMounts(mount: Mount, accept: AcceptChange, database: Queryable): PlanningMounts {
  const mountRead: PlanningMounts["mountRead"] = (operation, read) =>
    mount(operation, async (call) => {
      const { position, row } = await read(call);
      call.context.header(HEADERS.position, String(position));
      return row;
    });
  const mountChange: PlanningMounts["mountChange"] = (operation, wantedOf, read) =>
    mountRead(operation, (call) => {
      const wanted = wantedOf(call);
      const { id } = call.actor as Actor;
      return accept(id, wanted, (queryable) => read(queryable, wanted));
    });
  return {
    mount,
    mountRead,
    mountChange,
    mountBareChange: (operation, wantedOf) =>
      mountChange(operation, wantedOf, () => Promise.resolve(null as Answer<typeof operation>)),
    mountRow: (operation, read) =>
      mountRead(operation, async (call) => {
        // Read before the row: pages then receive a change between the two once more, rather than never.
        const position = await readPosition(database);
        return { position, row: await read(call) };
      }),
  };
}

/** The idempotency key of a creation; `undefined` without one. @throws Refusal for an invalid key */
function keyOf(context: Context<AppEnv>, shape: typeof EventKey): string | undefined {
  const key = context.req.header(HEADERS.idempotencyKey);
  if (key === undefined || shape.safeParse(key).success) return key;
  throw new Refusal("request.invalid", { fields: { [HEADERS.idempotencyKey]: "request.invalid" } });
}

export const eventKey = (context: Context<AppEnv>) => keyOf(context, EventKey);
export const groupKey = (context: Context<AppEnv>) => keyOf(context, GroupKey);
