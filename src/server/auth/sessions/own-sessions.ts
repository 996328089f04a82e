import type { Hono } from "hono";
import { OPERATIONS } from "#contract/operations.ts";
import type { OwnSession } from "#contract/sign-in/sessions.ts";
import { type Actor, addRoute, type AppEnv } from "../../api/operation-route.ts";
import { readDate } from "../../database/schema.ts";
import { Refusal } from "../../errors.ts";
import type { AuthParts } from "../auth-parts.ts";
import { deviceOf } from "./device.ts";

/** Routes to list and end the sessions of the signed-in user. Sessions of other users cannot be ended here. */
export function addOwnSessionRoutes(app: Hono<AppEnv>, { database, sessions, clock }: AuthParts): void {
  const { kysely } = database;

  /** This device's session first, then by latest use. */
  async function list({ id, sessionId }: Actor): Promise<OwnSession[]> {
    const rows = await kysely
      .selectFrom("session")
      .select(["id", "user_agent", "updated_at"])
      .where("user_id", "=", id)
      .where("expires_at", ">", clock())
      .orderBy("updated_at", "desc")
      .execute();
    const own = rows.map((row) => ({
      id: row.id,
      ...deviceOf(row.user_agent ?? ""),
      lastSeenAt: readDate(row.updated_at).toISOString(),
      isCurrent: row.id === sessionId,
    }));
    return own.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  }

  addRoute(app, OPERATIONS.listOwnSessions, sessions, ({ actor }) => list(actor));

  addRoute(app, OPERATIONS.endOwnSession, sessions, async ({ actor, parameters }) => {
    const { numDeletedRows } = await kysely
      .deleteFrom("session")
      .where("id", "=", parameters.id)
      .where("user_id", "=", actor.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new Refusal("session.not_found");
  });

  addRoute(app, OPERATIONS.endOtherSessions, sessions, ({ actor }) =>
    kysely.deleteFrom("session").where("user_id", "=", actor.id).where("id", "!=", actor.sessionId).execute(),
  );
}
