import { sql } from "kysely";
import type { Database, Queryable } from "../database.ts";
import { SPACE_SCHEMA, currentSpaceSchema } from "./space-schema.ts";

/**
 * Notifies all processes that listen on `channel`, after the commit. All spaces share the channels, so in the schema of a
 * space the schema's name is put before the payload. Does nothing on SQLite, where the server polls for other commits.
 */
export async function notifyProcesses({ kysely, engine }: Queryable, channel: string, payload: string): Promise<void> {
  if (engine !== "postgres") return;
  await sql`select pg_notify(${channel}, coalesce(${currentSpaceSchema} || ' ', '') || ${payload})`.execute(kysely);
}

const NOTICE_OF_SPACE = new RegExp(`^(${SPACE_SCHEMA}[a-z0-9-]+) (.*)$`, "s");

/**
 * Limits `listen` to the notifications of one space's schema; `null`: to those of the register's. A notification without a
 * payload is always passed on: any schema may have missed notifications.
 */
export function listenInSchema(listen: Database["listen"], schema: string | null): Database["listen"] {
  return (channel, onNotice) =>
    listen(channel, (notice) => {
      const [, noticeSchema = null, payload = notice] = NOTICE_OF_SPACE.exec(notice ?? "") ?? [];
      if (notice === null || noticeSchema === schema) onNotice(payload);
    });
}
