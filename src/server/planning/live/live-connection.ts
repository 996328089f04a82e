import type { ServerResponse } from "node:http";
import { type Audience, hears, hearsMore, mayMove } from "./live-audience.ts";
import { BEAT_FRAME, type FramedChange, openingFrame, reloadFrame } from "./live-frames.ts";

/** Why a stream ended. */
export type StreamEnd = "client left" | "no right to read" | "too slow" | "too many of one person" | "server stops";

/** Where a stream begins. */
export interface StreamStart {
  readonly requestId: string;
  readonly sessionId: string;
  readonly audience: Audience;
  /** What came after this is told. */
  readonly position: number;
  /** What came before this was there when the stream was opened. */
  readonly head: number;
  /** Whether something before `position` was missed. */
  readonly isReset: boolean;
}

/** A stream that has this much waiting to be taken gets no more until it is. */
const MOST_UNSENT_BYTES = 1024 * 1024;

/** One stream: what its hearer has been told. A class, for there may be thousands. */
export class LiveConnection {
  readonly start: StreamStart;
  readonly startedAt = performance.now();
  readonly #outgoing: ServerResponse;
  #audience: Audience;
  /** Of the latest change that was told, or passed over as none of theirs. */
  #position: number;
  #isReloadDue = false;
  #hasMissedBeat = false;
  #end: StreamEnd = "client left";

  /** Says at once from where it tells. */
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

  /** Why it ended, once it has. */
  get end(): StreamEnd {
    return this.#end;
  }

  /** Whether more can be sent at present; what comes meanwhile is left in the log. */
  get isReady(): boolean {
    return this.#isOpen && this.#outgoing.writableLength < MOST_UNSENT_BYTES;
  }

  get #isOpen(): boolean {
    return !this.#outgoing.destroyed && !this.#outgoing.writableEnded;
  }

  /** Calls `listener` whenever all that was sent has been taken. */
  onTaken(listener: () => void): void {
    this.#outgoing.on("drain", () => {
      this.#hasMissedBeat = false;
      listener();
    });
  }

  onClose(listener: () => void): void {
    this.#outgoing.on("close", listener);
  }

  /** Tells what follows its position in `changes`, of which none after it is missing, as far as it is taken. */
  tell(changes: readonly FramedChange[], audience: Audience): void {
    // What happened in a group before they heard of it was not told.
    this.#isReloadDue ||= hearsMore(audience, this.#audience);
    this.#audience = audience;
    for (const change of changes) {
      if (!this.isReady) return;
      if (change.position > this.#position) this.#tellOne(change);
    }
    if (!this.#isReloadDue || !this.isReady || this.#position < this.start.head) return;
    this.#outgoing.write(reloadFrame(this.#position));
    this.#isReloadDue = false;
  }

  #tellOne(change: FramedChange): void {
    // A hole in the log: older changes were just dropped from it.
    if (change.position > this.#position + 1) this.#isReloadDue = true;
    // While they were away they may have come to hear of another group, of which earlier changes were not told.
    if (change.position <= this.start.head && mayMove(change.change, this.userId)) this.#isReloadDue = true;
    if (hears(this.#audience, change)) this.#outgoing.write(change.frame);
    this.#position = change.position;
  }

  /** Shows that the server is there. Ends a stream that has taken nothing since the last beat. */
  beat(): void {
    if (!this.#isOpen) return;
    if (!this.#outgoing.writableNeedDrain) this.#outgoing.write(BEAT_FRAME);
    else if (this.#hasMissedBeat) this.close("too slow");
    else this.#hasMissedBeat = true;
  }

  close(end: StreamEnd): void {
    if (!this.#isOpen) return;
    this.#end = end;
    // What is not taken would hold the connection for as long as its hearer likes.
    if (this.#outgoing.writableNeedDrain) this.#outgoing.destroy();
    else this.#outgoing.end();
  }
}
