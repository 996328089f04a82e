import { setImmediate, setTimeout } from "node:timers/promises";
import type { PublicationReceipt } from "#contract/planning/publication.ts";
import { refreshStatistics } from "../../database/planner-statistics.ts";
import { Refusal } from "../../errors.ts";
import { nextGroupPlace } from "../groups/write-groups.ts";
import type { SharedPlanning, Writing } from "../shared-planning.ts";
import { createTurns } from "../changes/turns.ts";
import {
  countUnknown,
  insertMembers,
  insertSlice,
  type NewMember,
  type PublicationStamp,
  readNewMembers,
} from "./write-publication.ts";
import type { PublicationSlice } from "./publication-slice.ts";
import { beginPublishing, endPublishing, continuePublishing } from "./write-sharing-state.ts";
import { readUnderWay } from "./read-sharing-state.ts";
import { withdraw, withdrawAbandoned } from "./withdraw.ts";

/** How often to check whether another process's publication has ended. */
const ASK_AGAIN_MS = 100;

/** One at a time in this process. The state's row keeps other processes out. */
const inTurn = createTurns();

interface Begun extends PublicationStamp {
  readonly number: number;
}

/** Runs in the transaction that shows the rows. Returns the receipt. */
type Finish<Result> = (writing: Writing, receipt: PublicationReceipt) => Promise<Result>;

export interface Publishing<Result> {
  readonly slices: readonly PublicationSlice[];
  /**
   * Returns a result if nothing is to be published (a retry, say), else `null`. Called before publishing, and again in
   * the last transaction.
   */
  readonly answerInstead: (writing: Writing) => Promise<Result | null>;
  readonly finish: Finish<Result>;
}

type Beginning<Result> = { readonly begun: Begun } | { readonly answer: Result } | null;

async function begin<Result>(writing: Writing, publishing: Publishing<Result>): Promise<Beginning<Result>> {
  const answer = await publishing.answerInstead(writing);
  if (answer !== null) return { answer };
  if ((await readUnderWay(writing)) !== null) return null;
  const number = await beginPublishing(writing);
  const firstPlace = await nextGroupPlace(writing);
  return { begun: { number, firstPlace, answerPlace: writing.position() + 1, answeredAt: writing.now } };
}

/** Begins as soon as no other publication is in progress, after removing one whose process died. */
async function beginInTurn<Result>(planning: SharedPlanning, publishing: Publishing<Result>) {
  for (;;) {
    const beginning = await planning.write((writing) => begin(writing, publishing));
    if (beginning !== null) return beginning;
    if (!(await withdrawAbandoned(planning))) await setTimeout(ASK_AGAIN_MS);
  }
}

/** @throws Refusal when another process took this publication for dead, because two slices were too far apart */
async function requireUnderWay(writing: Writing, { number }: Begun): Promise<void> {
  if (!(await continuePublishing(writing, number))) throw new Refusal("server.unavailable");
}

interface Staged {
  readonly receipt: PublicationReceipt;
  readonly members: readonly NewMember[];
}

/**
 * Writes all rows as hidden rows, in one transaction for each slice. Other callers get their turn between two slices.
 */
async function stage(planning: SharedPlanning, slices: readonly PublicationSlice[], begun: Begun): Promise<Staged> {
  const counts = { groups: 0, events: 0, answers: 0 };
  const members = new Map<string, NewMember>();
  let leftOut = 0;
  for (const [index, slice] of slices.entries()) {
    await planning.write(async (writing) => {
      await requireUnderWay(writing, begun);
      counts[slice.kind] += await insertSlice(writing, slice, begun);
      if (slice.kind !== "answers") return;
      leftOut += await countUnknown(writing, slice);
      for (const member of await readNewMembers(writing, slice, begun.number)) {
        members.set(`${member.group_id} ${member.user_id}`, member);
      }
    });
    if (slice.kind === "events" && slices[index + 1]?.kind !== "events") {
      await refreshStatistics(planning.database, "planning_event");
    }
    await setImmediate();
  }
  if (counts.answers > 0) await refreshStatistics(planning.database, "availability");
  return { receipt: { ...counts, leftOut }, members: [...members.values()] };
}

async function publishBegun<Result>(
  planning: SharedPlanning,
  { slices, answerInstead, finish }: Publishing<Result>,
  begun: Begun,
): Promise<Result> {
  const { receipt, members } = await stage(planning, slices, begun);
  const published = await planning.write(async (writing) => {
    await requireUnderWay(writing, begun);
    const answer = await answerInstead(writing);
    if (answer !== null) return { answer, isShown: false };
    await insertMembers(writing, members);
    await endPublishing(writing);
    return { answer: await finish(writing, receipt), isShown: true };
  });
  if (!published.isShown) await withdraw(planning, begun.number);
  return published.answer;
}

async function publishNow<Result>(planning: SharedPlanning, publishing: Publishing<Result>): Promise<Result> {
  const beginning = await beginInTurn(planning, publishing);
  if ("answer" in beginning) return beginning.answer;
  try {
    return await publishBegun(planning, publishing, beginning.begun);
  } catch (error) {
    // If this fails too, the next publication or the hourly sweep removes the rows. They stay hidden until then.
    await withdraw(planning, beginning.begun.number).catch(() => undefined);
    throw error;
  }
}

/**
 * Writes a whole planning without blocking other callers: hidden rows in many short transactions, then one transaction
 * that shows them all. After a failure the rows are removed.
 */
export function publish<Result>(planning: SharedPlanning, publishing: Publishing<Result>): Promise<Result> {
  return inTurn(() => publishNow(planning, publishing));
}
