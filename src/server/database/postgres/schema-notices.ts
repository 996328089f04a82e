import { sql } from "kysely";
import type { Database, NoticeListener, Queryable } from "../database.ts";
import { SPACE_SCHEMA, spaceSchemaNow } from "./space-schema.ts";

/**
 * Notifies every process that listens on `channel`, once the transaction has committed. In the schema of a space the notice
 * begins with the schema's name. Does nothing on SQLite: there the file's only server looks for commits of commands itself.
 */
export async function notifyProcesses({ kysely, engine }: Queryable, channel: string, payload: string): Promise<void> {
  if (engine !== "postgres") return;
  await sql`select pg_notify(${channel}, coalesce(${spaceSchemaNow} || ' ', '') || ${payload})`.execute(kysely);
}

const NOTICE_OF_SPACE = new RegExp(`^(${SPACE_SCHEMA}[a-z0-9-]+) (.*)$`, "s");

/** The schema that a notice is about (`null`: not of a space), and the rest of it. */
function readNotice(notice: string): { readonly schema: string | null; readonly payload: string } {
  const [, schema = null, payload = notice] = NOTICE_OF_SPACE.exec(notice) ?? [];
  return { schema, payload };
}

interface Channel {
  readonly listeners: Map<NoticeListener, string | null>;
  readonly stop: () => Promise<void>;
}

/**
 * Lets many schemas listen on one connection, each to its own notices. A channel is subscribed to once for all of them.
 * Returns a function that makes the `listen` of one schema; `null`: of what belongs to no space.
 */
export function createSchemaNotices(listen: Database["listen"]): (schema: string | null) => Database["listen"] {
  const channels = new Map<string, Channel>();

  function openChannel(name: string): Channel {
    const listeners = new Map<NoticeListener, string | null>();
    const stop = listen(name, (notice) => {
      const { schema, payload } = notice === null ? { schema: null, payload: null } : readNotice(notice);
      // Without a payload, notices may have been missed: all hear of it.
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
