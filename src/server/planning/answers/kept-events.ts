import { createAnswerMemory } from "../../api/answers/answer-memory.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";

/**
 * Events as JSON, kept until an accepted change affects them. After an answer, a month is put together again from these,
 * and only what changed is read. Positions are those of the log at which events were read.
 */
export interface KeptEvents {
  /** The event as it is at `position`, if it was read there or before. */
  readonly get: (id: string, position: number) => string | undefined;
  /** @param json the event, as it stands in a list */
  readonly set: (event: Pick<PlannedEvent, "id" | "groupId">, json: string, position: number) => void;
  /** Forgets an event that the change at `position` affected, unless it was read afterwards. */
  readonly forget: (id: string, position: number) => void;
  readonly forgetGroup: (groupId: string) => void;
  readonly clear: () => void;
}

interface KeptEvent {
  readonly groupId: string;
  readonly json: string;
  readonly position: number;
  readonly weight: number;
}

/** Room for some thousand events. */
const MAX_BYTES = 4 * 1024 * 1024;
/** A text with one character beyond Latin-1 takes two bytes for each. */
const BYTES_PER_CHARACTER = 2;

export function createKeptEvents(): KeptEvents {
  const kept = createAnswerMemory<KeptEvent>(MAX_BYTES);
  return {
    get(id, position) {
      const event = kept.get(id);
      return event !== undefined && event.position <= position ? event.json : undefined;
    },
    set: ({ id, groupId }, json, position) =>
      kept.set(id, { groupId, json, position, weight: BYTES_PER_CHARACTER * json.length }),
    forget(id, position) {
      const event = kept.get(id);
      if (event !== undefined && event.position < position) kept.delete(id);
    },
    forgetGroup: (groupId) => kept.deleteWhere((event) => event.groupId === groupId),
    clear: kept.clear,
  };
}
