import type { PlannedEvent } from "#domain/planning/planning.ts";
import { createAnswerMemory } from "../../api/answers/answer-memory.ts";
import { type StoredAnswer, storedAnswer } from "../../api/answers/stored-answer.ts";
import type { Queryable } from "../../database/database.ts";
import { readPosition, readTouched, type Touched } from "../changes/read-change-log.ts";

/** An answer as it was read. */
export interface ReadAnswer<Body> {
  /** The position that was read with it, in the same statement. */
  readonly position: number;
  /** Only changes of this group can affect the answer; `null`: any change can. */
  readonly groupId: string | null;
  /** The event that it is: changes of only another event do not affect it. */
  readonly eventId?: string;
  /** The groups of the events in it. */
  readonly groupIds: ReadonlySet<string>;
  readonly answer: StoredAnswer<Body>;
}

/**
 * Answers of the shared planning, kept as bytes until an accepted change affects them. Rights are checked before, at
 * each call; an answer that depends on the reader is kept under a key of its own.
 */
export interface KeptAnswers {
  /**
   * The current position of the log. Afterwards this process has forgotten all answers that changes up to it affect, of
   * other processes too. So an answer taken at this position is as new as one read now.
   */
  readonly follow: () => Promise<number>;
  /** The position that this process has followed, perhaps in a later request. */
  readonly followed: () => number;
  /** The event as it is at `position`, as JSON, if it was read there or before and no change has affected it. */
  readonly event: (id: string, position: number) => string | undefined;
  /** Keeps an event that was read at `position`, unless this process has followed later changes. Returns it as JSON. */
  readonly keepEvent: (event: PlannedEvent, position: number) => string;
  /** The kept answer, or else that of `read`. @param position from `follow`, in the same request */
  readonly answer: <Body>(
    key: string,
    position: number,
    read: () => Promise<ReadAnswer<Body>>,
  ) => Promise<ReadAnswer<Body>>;
}

/** Room for some hundred months and their events. */
export const ANSWERS_MAX_BYTES = 12 * 1024 * 1024;
/** After more changes than this at once, everything is forgotten: looking up their groups would take longer. */
const MOST_FOLLOWED = 1000;

interface Kept extends ReadAnswer<unknown> {
  readonly weight: number;
}

/** An event is kept under this key for who asks for it, and for the lists that it is in. */
export function eventKey(id: string): string {
  return `event ${id}`;
}

export function createKeptAnswers(queryable: Queryable, maxBytes: number): KeptAnswers {
  const kept = createAnswerMemory<Kept>(maxBytes);
  /** All changes up to this position have been looked up. */
  let followed = 0;
  /** Position of the latest change that affects everything, or whose group is unknown. */
  let allTouchedAt = 0;
  const touchedAt = new Map<string, number>();

  function forgetAll(position: number): void {
    kept.clear();
    touchedAt.clear();
    allTouchedAt = Math.max(allTouchedAt, position);
  }

  function keep(key: string, answer: ReadAnswer<unknown>): void {
    kept.set(key, { ...answer, weight: answer.answer.weight });
  }

  function forgetTouched({ position, groupId, eventId }: Touched): void {
    if (groupId === null) return forgetAll(position);
    touchedAt.set(groupId, Math.max(touchedAt.get(groupId) ?? 0, position));
    kept.deleteWhere((answer) => {
      if (answer.position >= position) return false;
      const isOtherEvent = eventId !== null && answer.eventId !== undefined && answer.eventId !== eventId;
      return answer.groupId === null || (answer.groupId === groupId && !isOtherEvent);
    });
  }

  /** Forgets what the changes after `known`, up to `position`, affect. */
  async function catchUp(known: number, position: number): Promise<void> {
    const isFollowed = known > 0 && position - known <= MOST_FOLLOWED;
    const touched = isFollowed ? await readTouched(queryable, known, position) : [];
    // If a line of the log is missing, its group is unknown.
    if (touched.length !== position - known) forgetAll(position);
    else for (const change of touched) forgetTouched(change);
    // In the same moment: nobody may store what was read before these changes.
    followed = Math.max(followed, position);
  }

  function lastTouch(groupId: string | null): number {
    return groupId === null ? followed : Math.max(allTouchedAt, touchedAt.get(groupId) ?? 0);
  }

  return {
    event(id, position) {
      const event = kept.get(eventKey(id));
      return event !== undefined && event.position <= position ? event.answer.json : undefined;
    },
    followed: () => followed,
    keepEvent(event, position) {
      const { id: eventId, groupId } = event;
      const answer = storedAnswer(event);
      if (position >= followed)
        keep(eventKey(eventId), { position, groupId, eventId, groupIds: new Set([groupId]), answer });
      return answer.json;
    },
    async follow() {
      const known = followed;
      const { position } = await readPosition(queryable);
      if (position < known) {
        // Positions only grow, so this is another log (of a restored backup).
        allTouchedAt = 0;
        forgetAll(position);
        followed = position;
      } else if (position > known) {
        await catchUp(known, position);
      }
      return position;
    },
    async answer<Body>(key: string, position: number, read: () => Promise<ReadAnswer<Body>>) {
      const known = kept.get(key) as ReadAnswer<Body> | undefined;
      if (known !== undefined) return { ...known, position: Math.max(position, known.position) };
      const answer = await read();
      // Another request may have found a later change meanwhile; then this answer is outdated already.
      if (answer.position >= lastTouch(answer.groupId)) keep(key, answer);
      return answer;
    },
  };
}
