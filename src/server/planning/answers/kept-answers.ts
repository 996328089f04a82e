import type { PlannedEvent } from "#domain/planning/planning.ts";
import { createAnswerMemory } from "../../api/answers/answer-memory.ts";
import type { StoredAnswer } from "../../api/answers/stored-answer.ts";
import type { Queryable } from "../../database/database.ts";
import { createPositionReader, readTouched, type Touched } from "../changes/read-change-log.ts";
import { createKeptEvents, type KeptEvents } from "./kept-events.ts";

/** An answer as it was read. */
export interface ReadAnswer<Body> {
  /** The position that was read with it, in the same statement. */
  readonly position: number;
  /** Only changes of this group can affect the answer; `null`: any change can. */
  readonly groupId: string | null;
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
  /** Each is as no change up to `followed` has affected it since it was read. */
  readonly events: Pick<KeptEvents, "get">;
  /** Keeps an event that was read at `position`, unless this process has followed later changes. Returns it as JSON. */
  readonly keepEvent: (event: PlannedEvent, position: number) => string;
  /** The kept answer, or else that of `read`. @param position from `follow`, in the same request */
  readonly answer: <Body>(
    key: string,
    position: number,
    read: () => Promise<ReadAnswer<Body>>,
  ) => Promise<ReadAnswer<Body>>;
}

/** Room for some hundred months. */
const MAX_BYTES = 8 * 1024 * 1024;
/** After more changes than this at once, everything is forgotten: looking up their groups would take longer. */
const MOST_FOLLOWED = 1000;

interface Kept extends ReadAnswer<unknown> {
  readonly weight: number;
}

export function createKeptAnswers(queryable: Queryable, maxBytes = MAX_BYTES): KeptAnswers {
  const readLatestPosition = createPositionReader(queryable);
  const kept = createAnswerMemory<Kept>(maxBytes);
  const events = createKeptEvents();
  /** All changes up to this position have been looked up. */
  let followed = 0;
  /** Position of the latest change that affects everything, or whose group is unknown. */
  let allTouchedAt = 0;
  const touchedAt = new Map<string, number>();

  function forgetAll(position: number): void {
    kept.clear();
    events.clear();
    touchedAt.clear();
    allTouchedAt = Math.max(allTouchedAt, position);
  }

  function forgetTouched({ position, groupId, eventId }: Touched): void {
    if (groupId === null) return forgetAll(position);
    touchedAt.set(groupId, Math.max(touchedAt.get(groupId) ?? 0, position));
    kept.deleteWhere((answer) => answer.groupId === null || answer.groupId === groupId);
    if (eventId === null) events.forgetGroup(groupId);
    else events.forget(eventId, position);
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
    events,
    followed: () => followed,
    keepEvent(event, position) {
      const json = JSON.stringify(event);
      if (position >= followed) events.set(event, json, position);
      return json;
    },
    async follow() {
      const known = followed;
      const position = await readLatestPosition();
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
      if (answer.position >= lastTouch(answer.groupId)) kept.set(key, { ...answer, weight: answer.answer.weight });
      return answer;
    },
  };
}
