import { sql } from "kysely";
import type { Database, NoticeListener, Queryable } from "../database.ts";
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

/** Splits a notice into the schema of its space (`null`: it is about no space) and its payload. */
function readNotice(notice: string): { readonly schema: string | null; readonly payload: string } {
  const [, schema = null, payload = notice] = NOTICE_OF_SPACE.exec(notice) ?? [];
  return { schema, payload };
}

interface Channel {
  /** Each listener with its schema. */
  readonly listeners: Map<NoticeListener, string | null>;
  readonly stop: () => Promise<void>;
}

/**
 * Lets many schemas listen on one connection, each to its own notices. All share one subscription for each channel.
 * Returns a function that makes the `listen` of one schema; `null`: for notices about no space.
 */
export function createSchemaNotices(listen: Database["listen"]): (schema: string | null) => Database["listen"] {
  const channels = new Map<string, Channel>();

  function openChannel(name: string): Channel {
    const listeners = new Map<NoticeListener, string | null>();
    const stop = listen(name, (notice) => {
      const { schema, payload } = notice === null ? { schema: null, payload: null } : readNotice(notice);
      // Without a payload, notices may have been missed: all listeners are called.
      for (const [onNotice, listenerSchema] of listeners) {
        if (payload === null || listenerSchema === schema) onNotice(payload);
      }
    });
    const channel = { listeners, stop };
    channels.set(name, channel);
    return channel;
  }

  return (schema) => (name, onNotice) => {
    const channel = channels.get(name) ?? openChannel(name);
    // A new function, because the same `onNotice` may be added twice.
    const listener: NoticeListener = (payload) => onNotice(payload);
    channel.listeners.set(listener, schema);
    return async () => {
      channel.listeners.delete(listener);
      if (channel.listeners.size > 0) return;
      channels.delete(name);
      await channel.stop();
    };
  };
}
