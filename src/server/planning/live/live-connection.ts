import type { ServerResponse } from "node:http";
import { kindOf, personOf } from "#contract/planning/change-kinds.ts";
import { CHANGE_STREAM } from "#contract/planning/planning-change.ts";
import type { PlanningChange } from "#domain/planning/planning-change.ts";
import type { Audience } from "../changes/read-rights.ts";
import type { LogEntry, LoggedChange } from "../changes/write-change-log.ts";

/** Whether this change may add the user to a group, or remove them from one. */
function mayChangeMembership(change: PlanningChange | null, userId: string): boolean {
  const person = change && personOf(change);
  return person?.receivers === "group_and_person" && person.id === userId;
}

/**
 * Whether this audience receives a change. Everybody receives changes without a group, and changes of the list of groups.
 * Other changes are received by those who may see their group, and by the person who joins or leaves the group. A user
 * without any group receives the changes of the group on their page. A wish is received by its person, and by users who
 * may see how often all play.
 */
export function receives(
  { userId, groupIds, seesTurns }: Audience,
  { change, groupId }: LogEntry,
  watchedGroupId: string | null = null,
): boolean {
  const person = change && personOf(change);
  if (person?.receivers === "person") return seesTurns || person.id === userId;
  if (groupId === null || groupIds === null || groupIds.has(groupId)) return true;
  if (groupIds.size === 0 && groupId === watchedGroupId) return true;
  return change !== null && (kindOf(change).about === "groups" || mayChangeMembership(change, userId));
}

/** Whether `audience` receives the changes of a group whose changes `before` did not receive. */
export function receivesMore(audience: Audience, before: Audience): boolean {
  if (before.groupIds === null) return false;
  return audience.groupIds === null || !audience.groupIds.isSubsetOf(before.groupIds);
}

/** A change with its encoded bytes, the same for every receiver. */
export interface FramedChange extends LoggedChange {
  readonly frame: Buffer;
}

/** Reconnection delay of browsers' `EventSource`. */
const RETRY_MS = 2000;

/** One server-sent event. It always has data, because browsers ignore events without data. */
function frameOf(event: string, position: number | null, data: unknown): Buffer {
  const id = position === null ? "" : `id: ${position}\n`;
  return Buffer.from(`${id}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

const BEAT_FRAME = frameOf(CHANGE_STREAM.beat, null, {});

/** The first event of a stream that starts after `position`; `isReset`: earlier changes were missed. */
function openingFrame(position: number, isReset: boolean): Buffer {
  const event = frameOf(isReset ? CHANGE_STREAM.reset : CHANGE_STREAM.ready, position, {});
  return Buffer.concat([Buffer.from(`retry: ${RETRY_MS}\n`), event]);
}

function reloadFrame(position: number): Buffer {
  return frameOf(CHANGE_STREAM.reload, position, {});
}

/** Encodes a change as a server-sent event. @param by the id of the user to name as its author */
export function withFrame(logged: LoggedChange, by: string | null): FramedChange {
  const { position, change } = logged;
  if (change === null) return { ...logged, frame: reloadFrame(position) };
  const data = by === null ? change : { ...change, by };
  return { ...logged, frame: frameOf(CHANGE_STREAM.change, position, data) };
}

export type StreamEnd = "client left" | "no right to read" | "too slow" | "too many of one person" | "server stops";

export interface StreamStart {
  readonly requestId: string;
  readonly sessionId: string;
  readonly audience: Audience;
  /** The group on the page. Its changes are sent to a user who belongs to no group yet. */
  readonly watchedGroupId: string | null;
  readonly position: number;
  /** Log position when the stream opened. */
  readonly head: number;
  /** Whether the client missed changes before `position`. */
  readonly isReset: boolean;
}

/** Backpressure: with more unsent bytes than this, a stream pauses until they are sent. */
const UNSENT_BYTES_MAX = 1024 * 1024;

/** One open stream, and the log position up to which it was served. A class saves memory: there may be thousands. */
export class LiveConnection {
  readonly start: StreamStart;
  readonly startedAt = performance.now();
  readonly #outgoing: ServerResponse;
  #audience: Audience;
  /** Position of the latest change that was sent, or skipped as not for this client. */
  #position: number;
  #isReloadDue = false;
  #hasMissedBeat = false;
  #end: StreamEnd = "client left";

  /** Sends the starting position at once. */
  constructor(outgoing: ServerResponse, start: StreamStart) {
    this.start = start;
    this.#outgoing = outgoing;
    this.#audience = start.audience;
    this.#position = start.position;
    outgoing.write(openingFrame(start.position, start.isReset));
  }

  get position(): number {
    return this.#position;
  }

  get userId(): string {
    return this.start.audience.userId;
  }

  get end(): StreamEnd {
    return this.#end;
  }

  /** Whether more can be sent now. Otherwise changes stay in the log until later. */
  get isReady(): boolean {
    return this.#isOpen && this.#outgoing.writableLength < UNSENT_BYTES_MAX;
  }

  get #isOpen(): boolean {
    return !this.#outgoing.destroyed && !this.#outgoing.writableEnded;
  }

  /** Calls `listener` whenever the send buffer is empty again. */
  onDrained(listener: () => void): void {
    this.#outgoing.on("drain", () => {
      this.#hasMissedBeat = false;
      listener();
    });
  }

  onClose(listener: () => void): void {
    this.#outgoing.on("close", listener);
  }

  /**
   * Sends the changes after this stream's position, until the send buffer is full.
   * @param changes all that the log has after that position, or after an earlier one
   */
  send(changes: readonly FramedChange[], audience: Audience): void {
    // Changes of a group from before the user joined it were not sent, so the client must reload.
    this.#isReloadDue ||= receivesMore(audience, this.#audience);
    this.#audience = audience;
    for (const change of changes) {
      if (!this.isReady) return;
      if (change.position > this.#position) this.#sendOne(change);
    }
    // The reload comes after the missed changes, so that one is enough.
    const hasMissedChanges = this.#position < this.start.head;
    if (!this.#isReloadDue || !this.isReady || hasMissedChanges) return;
    this.#outgoing.write(reloadFrame(this.#position));
    this.#isReloadDue = false;
  }

  /** Sends the deletion of the client's own account, the only change sent to a user without permission to read. */
  sendRemoval(changes: readonly FramedChange[]): void {
    const removal = changes.find(({ change, position }) => {
      return position > this.#position && change?.type === "person.removed" && change.userId === this.userId;
    });
    if (removal !== undefined && this.isReady) this.#outgoing.write(removal.frame);
  }

  #sendOne(change: FramedChange): void {
    // A gap: the changes in between were just pruned from the log.
    if (change.position > this.#position + 1) this.#isReloadDue = true;
    // A missed change. While disconnected, the user may have joined a group, whose earlier changes were not sent.
    if (change.position <= this.start.head && mayChangeMembership(change.change, this.userId)) this.#isReloadDue = true;
    if (receives(this.#audience, change, this.start.watchedGroupId)) this.#outgoing.write(change.frame);
    this.#position = change.position;
  }

  /** Sends a heartbeat. Ends a stream that took no data since the last one. */
  beat(): void {
    if (!this.#isOpen) return;
    if (!this.#outgoing.writableNeedDrain) this.#outgoing.write(BEAT_FRAME);
    else if (this.#hasMissedBeat) this.close("too slow");
    else this.#hasMissedBeat = true;
  }

  close(end: StreamEnd): void {
    if (!this.#isOpen) return;
    this.#end = end;
    // Unread data would keep the connection open for as long as the client likes.
    if (this.#outgoing.writableNeedDrain) this.#outgoing.destroy();
    else this.#outgoing.end();
  }
}
