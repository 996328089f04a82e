import type { ChangeOf } from "#domain/planning/planning-change.ts";
import type { WrittenChange } from "../changes/written-change.ts";
import type { Writing } from "../shared-planning.ts";
import { readWish } from "./read-wishes.ts";

/** The same wish again changes nothing. */
export async function setWish(writing: Writing, change: ChangeOf<"person.wish_set">): Promise<WrittenChange | null> {
  const { userId, most } = change;
  if ((await readWish(writing, userId)).row === most) return null;
  await writing.kysely.updateTable("users").set({ plays_at_most: most }).where("id", "=", userId).execute();
  return { entry: { change, groupId: null }, act: null };
}
