import { CHANGE_STREAM } from "#contract/planning/change-stream.ts";
import type { AuthoredChange } from "../trash/read-trash.ts";

/** A change with its encoded bytes, the same for every receiver. */
export interface FramedChange extends AuthoredChange {
  readonly frame: Buffer;
}

/** Reconnection delay of browsers' `EventSource`. */
const RETRY_MS = 2000;

/** One server-sent event. It always has data, because browsers ignore events without. */
function frameOf(event: string, position: number | null, data: unknown): Buffer {
  const id = position === null ? "" : `id: ${position}\n`;
  return Buffer.from(`${id}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

export const BEAT_FRAME = frameOf(CHANGE_STREAM.beat, null, {});

/** The first event of a stream that starts after `position`; `isReset`: earlier changes were missed. */
export function openingFrame(position: number, isReset: boolean): Buffer {
  const event = frameOf(isReset ? CHANGE_STREAM.reset : CHANGE_STREAM.ready, position, {});
  return Buffer.concat([Buffer.from(`retry: ${RETRY_MS}\n`), event]);
}

export function reloadFrame(position: number): Buffer {
  return frameOf(CHANGE_STREAM.reload, position, {});
}

export function withFrame(logged: AuthoredChange): FramedChange {
  const { position, change, by } = logged;
  if (change === null) return { ...logged, frame: reloadFrame(position) };
  const data = by === null ? change : { ...change, by };
  return { ...logged, frame: frameOf(CHANGE_STREAM.change, position, data) };
}
