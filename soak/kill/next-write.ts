import { oneOf, type Random } from "../random.ts";
import { changeName, deleteMember, requestReset, signUp } from "./account-writes.ts";
import { answerEvent, createEvent, createGroup, deleteEvent, deleteGroup, renameGroup } from "./planning-writes.ts";
import type { WriterState, Write } from "./write.ts";

/** The writes to choose from; more entries make a write more frequent. */
const WRITES: readonly ((random: Random, state: WriterState) => Write | null)[] = [
  createGroup,
  renameGroup,
  deleteGroup,
  createEvent,
  createEvent,
  createEvent,
  deleteEvent,
  answerEvent,
  answerEvent,
  answerEvent,
  answerEvent,
  answerEvent,
  answerEvent,
  signUp,
  changeName,
  requestReset,
  deleteMember,
];

/** A random write that is possible now. The first one registers a member, because answers need one. */
export function nextWrite(random: Random, state: WriterState): Write {
  if (state.members.size === 0) return signUp(random, state);
  return oneOf(random, WRITES)?.(random, state) ?? createEvent(random, state);
}
