import { oneOf, type Random } from "../random.ts";
import { changeName, deleteMember, requestReset, signUp } from "./account-deeds.ts";
import type { Belongings, Deed } from "./deed.ts";
import { answerEvent, createEvent, createGroup, deleteEvent, deleteGroup, renameGroup } from "./planning-deeds.ts";

/** What a writer may do, as often as it stands here. */
const DEEDS: readonly ((random: Random, belongings: Belongings) => Deed | null)[] = [
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

/** Something that can be done with what there is; nobody can answer before somebody has registered. */
export function nextDeed(random: Random, belongings: Belongings): Deed {
  if (belongings.members.size === 0) return signUp(random, belongings);
  return oneOf(random, DEEDS)?.(random, belongings) ?? createEvent(random, belongings);
}
