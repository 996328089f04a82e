import type { Audience } from "./live-audience.ts";
import type { LiveConnection } from "./live-connection.ts";
import { withFrame } from "./live-frames.ts";
import type { AuthoredChange } from "../trash/read-trash.ts";

export interface LiveReads {
  /** At most `limit` changes after position `after`, in order. */
  readonly readChanges: (after: number, limit: number) => Promise<readonly AuthoredChange[]>;
  /** What each session may receive now; a session that has lost the right is missing. */
  readonly readAudiences: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, Audience>>;
}

interface DeliveryPorts extends LiveReads {
  readonly connections: ReadonlySet<LiveConnection>;
}

/** Sends changes and beats to the open streams of this process, as far as each may receive them. */
export interface LiveDelivery {
  /** Sends the next changes. Returns whether there may be more. */
  readonly deliverNext: () => Promise<boolean>;
  readonly beat: () => Promise<void>;
  /** The position of the latest change that was sent. */
  readonly reached: () => number;
}

/** Changes per read. */
const PAGE = 200;

export function createLiveDelivery({ connections, readChanges, readAudiences }: DeliveryPorts): LiveDelivery {
  let reached = 0;

  /** Calls `send` for each receiver that still has the right; ends the others after `part`. */
  async function withAudiences(
    receivers: readonly LiveConnection[],
    send: (receiver: LiveConnection, audience: Audience) => void,
    part: (receiver: LiveConnection) => void = () => {},
  ): Promise<void> {
    const audiences = await readAudiences([...new Set(receivers.map(({ start }) => start.sessionId))]);
    for (const receiver of receivers) {
      const audience = audiences.get(receiver.start.sessionId);
      if (audience !== undefined) {
        send(receiver, audience);
        continue;
      }
      part(receiver);
      receiver.close("no right to read");
    }
  }

  /** Sends the changes after `position` to every stream at or beyond it. Returns whether there may be more. */
  async function deliverAfter(position: number): Promise<boolean> {
    const receivers = [...connections].filter((connection) => connection.isReady && connection.position >= position);
    const changes = (await readChanges(position, PAGE)).map(withFrame);
    const last = changes.at(-1);
    if (last === undefined) return false;
    reached = Math.max(reached, last.position);
    // Read after the changes, so that a user who lost the permission before a change does not receive it.
    await withAudiences(
      receivers,
      (receiver, audience) => receiver.send(changes, audience),
      (receiver) => receiver.sendRemoval(changes),
    );
    return changes.length === PAGE;
  }

  return {
    /** First for the streams that are most advanced, then for those furthest behind. */
    async deliverNext() {
      const positions = [...connections].filter(({ isReady }) => isReady).map(({ position }) => position);
      const furthest = positions.reduce((a, b) => Math.max(a, b), 0);
      const behind = positions.reduce((a, b) => Math.min(a, b), furthest);
      const isMoreAhead = positions.length > 0 && (await deliverAfter(furthest));
      const isMoreBehind = behind < furthest && (await deliverAfter(behind));
      return isMoreAhead || isMoreBehind;
    },
    async beat() {
      if (connections.size > 0) await withAudiences([...connections], (receiver) => receiver.beat());
    },
    reached: () => reached,
  };
}
