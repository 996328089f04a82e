import { CHANGE_STREAM } from "#contract/planning-change.ts";
import type { LoggedChange } from "./change-log-queries.ts";

/** A change with the bytes that tell of it: the same for everybody who hears it. */
export interface FramedChange extends LoggedChange {
  readonly frame: Buffer;
}

/** After how long a browser that reconnects by itself does so. */
const RETRY_MS = 2000;

/** One server-sent event. It always has data, for browsers drop one without. */
function frameOf(event: string, position: number | null, data: unknown): Buffer {
  const id = position === null ? "" : `id: ${position}\n`;
  return Buffer.from(`${id}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

export const BEAT_FRAME = frameOf(CHANGE_STREAM.beat, null, {});

/** The first of a stream that tells what came after `position`; `isReset`: something before that was missed. */
export function openingFrame(position: number, isReset: boolean): Buffer {
  const event = frameOf(isReset ? CHANGE_STREAM.reset : CHANGE_STREAM.ready, position, {});
  return Buffer.concat([Buffer.from(`retry: ${RETRY_MS}\n`), event]);
}

export function reloadFrame(position: number): Buffer {
  return frameOf(CHANGE_STREAM.reload, position, {});
}

export function withFrame(logged: LoggedChange): FramedChange {
  const { position, change } = logged;
  const frame = change === null ? reloadFrame(position) : frameOf(CHANGE_STREAM.change, position, change);
  return { ...logged, frame };
}
