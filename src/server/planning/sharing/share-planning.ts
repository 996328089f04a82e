import { createHash } from "node:crypto";
import type { Publication, PublicationReceipt, SharingChoice } from "#contract/planning/publication.ts";
import { SEED_GROUPS } from "#domain/planning/planning.ts";
import { Refusal } from "../../errors.ts";
import { recordAct } from "../../journal/write-journal.ts";
import type { Positioned } from "../changes/write-change-log.ts";
import { addMember, findGroup, requireRoomForGroups } from "../groups/write-groups.ts";
import { planReminders, turnRemindersOff } from "../reminders/write-reminders.ts";
import type { SharedPlanning, WriteTransaction } from "../shared-planning.ts";
import { insertGroups, insertPublication, markShared, readPublished } from "./write-publication.ts";

type Receipt = Positioned<PublicationReceipt>;

/** Logs an entry that makes clients reload everything, and plans the reminders of the new events. */
async function logReload(writing: WriteTransaction): Promise<void> {
  await writing.log({ change: null, groupId: null });
  await planReminders(writing);
}

async function recordPublication(
  writing: WriteTransaction,
  actorId: string,
  type: "planning.shared" | "planning.extended",
  { groups, events }: PublicationReceipt,
): Promise<void> {
  await recordAct(writing, { actorId, act: { type, groups, events }, now: writing.now });
}

/** For a retry: the receipt of an identical publication. @throws Refusal `planning.already_shared` for another one */
async function readReceipt(writing: WriteTransaction, hash: string): Promise<Receipt> {
  const published = await readPublished(writing);
  if (published.receipt === null || published.hash !== hash) throw new Refusal("planning.already_shared");
  return { position: writing.position(), value: published.receipt };
}

/**
 * Makes one device's planning the team's planning, completely or not at all, and only once. The actor joins the chosen
 * group. The hash of the publication recognises a retry; it does not include the choice.
 */
export async function sharePlanning(
  planning: SharedPlanning,
  actorId: string,
  publication: Publication,
  { group: chosenGroupId, reminders }: SharingChoice,
): Promise<Receipt> {
  const hash = createHash("sha256").update(JSON.stringify(publication)).digest("base64url");
  return planning.write(async (writing) => {
    if (writing.isShared) return readReceipt(writing, hash);
    const receipt = await insertPublication(writing, publication);
    const chosen = chosenGroupId && (await findGroup(writing, chosenGroupId));
    if (chosen) await addMember(writing, chosen.id, actorId);
    await markShared(writing, { hash, receipt });
    if (reminders === "off") await turnRemindersOff(writing);
    await logReload(writing);
    await recordPublication(writing, actorId, "planning.shared", receipt);
    return { position: writing.position(), value: receipt };
  });
}

/** Adds another device's planning to the team's, completely or not at all. */
export async function addToPlanning(
  planning: SharedPlanning,
  actorId: string,
  publication: Publication,
): Promise<Receipt> {
  return planning.write(async (writing) => {
    const receipt = await insertPublication(writing, publication);
    await requireRoomForGroups(writing);
    if (receipt.groups + receipt.events + receipt.answers > 0) {
      await logReload(writing);
      await recordPublication(writing, actorId, "planning.extended", receipt);
    }
    return { position: writing.position(), value: receipt };
  });
}

/** Shares the planning at the first start, with the default groups of a new planning. */
export async function shareFromStart(planning: SharedPlanning): Promise<void> {
  await planning.write(async (writing) => {
    if (writing.isShared) return;
    await insertGroups(writing, { groups: [...SEED_GROUPS] });
    await markShared(writing, { hash: null, receipt: null });
    await logReload(writing);
  });
}
