import { sql } from "kysely";
import type { Database, NoticeListener, Queryable } from "../database.ts";
import { SPACE_SCHEMA, spaceSchemaNow } from "./space-schema.ts";

/**
 * Notifies every process that listens on `channel`, once the transaction has committed. In the schema of a space the notice
 * names it. Does nothing on SQLite, where the one server of a file looks for commits of commands itself.
 */
export async function notifyProcesses({ kysely, engine }: Queryable, channel: string, payload: string): Promise<void> {
  if (engine !== "postgres") return;
  await sql`select pg_notify(${channel}, coalesce(${spaceSchemaNow} || ' ', '') || ${payload})`.execute(kysely);
}

const NAMED = new RegExp(`^(${SPACE_SCHEMA}[a-z0-9-]+) (.*)$`, "s");

/** Which schema a notice is about; `null`: none of a space. */
function readNotice(notice: string): { readonly schema: string | null; readonly payload: string } {
  const [, schema = null, payload = notice] = NAMED.exec(notice) ?? [];
  return { schema, payload };
}

interface Channel {
  readonly listeners: Map<NoticeListener, string | null>;
  readonly stop: () => Promise<void>;
}

/**
 * Lets many schemas listen on one connection, each to its own notices. A channel is subscribed to once for all of them.
 * Returns `listen` for a schema; `null`: for what is in none of a space.
 */
export function createSchemaNotices(listen: Database["listen"]): (schema: string | null) => Database["listen"] {
  const channels = new Map<string, Channel>();

  function openChannel(name: string): Channel {
    const listeners = new Map<NoticeListener, string | null>();
    const stop = listen(name, (notice) => {
      const { schema, payload } = notice === null ? { schema: null, payload: null } : readNotice(notice);
      for (const [onNotice, own] of listeners) if (payload === null || own === schema) onNotice(payload);
    });
    const channel = { listeners, stop };
    channels.set(name, channel);
    return channel;
  }

  return (schema) => (name, onNotice) => {
    const channel = channels.get(name) ?? openChannel(name);
    // A function of its own: the same listener may be there twice.
    const own: NoticeListener = (payload) => onNotice(payload);
    channel.listeners.set(own, schema);
    return async () => {
      channel.listeners.delete(own);
      if (channel.listeners.size > 0) return;
      channels.delete(name);
      await channel.stop();
    };
  };
}
