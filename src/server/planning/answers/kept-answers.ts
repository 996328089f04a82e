import { createAnswerMemory } from "../../api/answers/answer-memory.ts";
import type { StoredAnswer } from "../../api/answers/stored-answer.ts";
import type { Queryable } from "../../database/database.ts";
import { createPositionReader, readTouchedGroups } from "../changes/read-change-log.ts";

/** An answer as it was read. */
export interface ReadAnswer<Body> {
  /** The position that was read with it, in the same statement. */
  readonly position: number;
  /** The group whose changes alone can touch it; `null`: any change can. */
  readonly groupId: string | null;
  /** The groups of the events in it. */
  readonly groupIds: ReadonlySet<string>;
  readonly answer: StoredAnswer<Body>;
}

/**
 * Answers of the shared planning as bytes, kept for as long as no accepted change touches them. Rights are no matter of
 * theirs: whoever asks was let in before, and what not everybody reads alike is kept under a key of its own.
 */
export interface KeptAnswers {
  /**
   * The position of the log now. Every change before it, by whatever process, has made this process forget what it
   * touched: an answer taken at this position is as new as one read now.
   */
  readonly follow: () => Promise<number>;
  /** What `read` answers, or what is kept of it at `position`, which `follow` gave in this request. */
  readonly answer: <Body>(
    key: string,
    position: number,
    read: () => Promise<ReadAnswer<Body>>,
  ) => Promise<ReadAnswer<Body>>;
}

/** Some hundred months. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Of more changes at once it is not asked which groups they touched: all is forgotten. */
const MOST_FOLLOWED = 1000;

interface Kept extends ReadAnswer<unknown> {
  readonly weight: number;
}

export function createKeptAnswers(queryable: Queryable, maxBytes = MAX_BYTES): KeptAnswers {
  const readLatestPosition = createPositionReader(queryable);
  const kept = createAnswerMemory<Kept>(maxBytes);
  /** Position up to which it is known what each change touched. */
  let followed = 0;
  /** Position of the latest change that touched everything, or that nothing is known of. */
  let allTouchedAt = 0;
  const touchedAt = new Map<string, number>();

  function forgetAll(position: number): void {
    kept.clear();
    touchedAt.clear();
    allTouchedAt = Math.max(allTouchedAt, position);
  }

  function forgetGroup(groupId: string, position: number): void {
    touchedAt.set(groupId, Math.max(touchedAt.get(groupId) ?? 0, position));
    kept.deleteWhere((answer) => answer.groupId === null || answer.groupId === groupId);
  }

  /** Forgets what the changes after `known` touched, up to `position`. */
  async function forgetTouched(known: number, position: number): Promise<void> {
    const isFollowed = known > 0 && position - known <= MOST_FOLLOWED;
    const touched = isFollowed ? await readTouchedGroups(queryable, known, position) : [];
    // Where a line of the log is missing, nobody knows what it touched.
    if (touched.length !== position - known) return forgetAll(position);
    for (const change of touched) {
      if (change.groupId === null) forgetAll(change.position);
      else forgetGroup(change.groupId, change.position);
    }
  }

  function lastTouch(groupId: string | null): number {
    return groupId === null ? followed : Math.max(allTouchedAt, touchedAt.get(groupId) ?? 0);
  }

  return {
    async follow() {
      const known = followed;
      const position = await readLatestPosition();
      if (position < known) {
        // It never goes back: this is another log.
        allTouchedAt = 0;
        forgetAll(position);
        followed = position;
      } else if (position > known) {
        await forgetTouched(known, position);
        followed = Math.max(followed, position);
      }
      return position;
    },
    async answer<Body>(key: string, position: number, read: () => Promise<ReadAnswer<Body>>) {
      const known = kept.get(key) as ReadAnswer<Body> | undefined;
      if (known !== undefined) return { ...known, position: Math.max(position, known.position) };
      const answer = await read();
      // Meanwhile another request may have found a change that this answer was read before.
      if (answer.position >= lastTouch(answer.groupId)) kept.set(key, { ...answer, weight: answer.answer.weight });
      return answer;
    },
  };
}
