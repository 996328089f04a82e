import { createAnswerMemory } from "../../api/answers/answer-memory.ts";
import type { PlannedEvent } from "#domain/planning/planning.ts";

/**
 * Events as JSON, kept until an accepted change affects them. After an answer, a month is put together again from these,
 * and only the answered event is read.
 */
export interface KeptEvents {
  readonly get: (id: string) => string | undefined;
  /** @param json the event, as it stands in a list of events */
  readonly set: (event: Pick<PlannedEvent, "id" | "groupId">, json: string) => void;
  readonly forget: (id: string) => void;
  readonly forgetGroup: (groupId: string) => void;
  readonly clear: () => void;
}

interface KeptEvent {
  readonly groupId: string;
  readonly json: string;
  readonly weight: number;
}

/** Room for some thousand events. */
const MAX_BYTES = 4 * 1024 * 1024;
/** A text with one character beyond Latin-1 takes two bytes for each. */
const BYTES_PER_CHARACTER = 2;

export function createKeptEvents(): KeptEvents {
  const kept = createAnswerMemory<KeptEvent>(MAX_BYTES);
  return {
    get: (id) => kept.get(id)?.json,
    set: ({ id, groupId }, json) => kept.set(id, { groupId, json, weight: BYTES_PER_CHARACTER * json.length }),
    forget: kept.delete,
    forgetGroup: (groupId) => kept.deleteWhere((event) => event.groupId === groupId),
    clear: kept.clear,
  };
}
