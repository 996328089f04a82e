import { sql } from "kysely";
import type { Database, Queryable } from "../database.ts";
import { SPACE_SCHEMA, spaceSchemaNow } from "./space-schema.ts";

/**
 * Notifies every process that listens on `channel`, once the transaction has committed. In the schema of a space the notice
 * begins with the schema's name. Does nothing on SQLite, where the server checks for commits of other processes itself.
 */
export async function notifyProcesses({ kysely, engine }: Queryable, channel: string, payload: string): Promise<void> {
  if (engine !== "postgres") return;
  await sql`select pg_notify(${channel}, coalesce(${spaceSchemaNow} || ' ', '') || ${payload})`.execute(kysely);
}

const NOTICE_OF_SPACE = new RegExp(`^(${SPACE_SCHEMA}[a-z0-9-]+) (.*)$`, "s");

/** The `listen` of one schema. `null`: for notices about no space. Without a payload, any schema may have missed some. */
export function listenInSchema(listen: Database["listen"], schema: string | null): Database["listen"] {
  return (channel, onNotice) =>
    listen(channel, (notice) => {
      const [, about = null, payload = notice] = NOTICE_OF_SPACE.exec(notice ?? "") ?? [];
      if (notice === null || about === schema) onNotice(payload);
    });
}
