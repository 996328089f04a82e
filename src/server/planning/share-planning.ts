import type { Publication, PublicationReceipt } from "#contract/planning-calls.ts";
import { SEED_GROUPS } from "#domain/planning.ts";
import { Refusal } from "../errors.ts";
import { recordAct } from "../journal/journal-queries.ts";
import type { Positioned } from "./change-log-queries.ts";
import { answersOf, faultsOf, hashOf } from "./publication.ts";
import { insertPlanning } from "./publication-queries.ts";
import type { SharedPlanning, Writing } from "./shared-planning.ts";
import { markShared, readPublishing } from "./sharing-state-queries.ts";

type Receipt = Positioned<PublicationReceipt>;

/** @throws Refusal `request.invalid` when parts of it contradict each other */
function requireSound(publication: Publication): void {
  const fields = faultsOf(publication);
  if (Object.keys(fields).length > 0) throw new Refusal("request.invalid", { fields });
}

/** Tells whoever follows the log that rows came which no single change describes. */
async function logRows({ log }: Writing): Promise<void> {
  await log({ change: null, groupId: null });
}

async function recordPublication(
  writing: Writing,
  actorId: string,
  type: "planning.shared" | "planning.extended",
  { groups, events }: PublicationReceipt,
): Promise<void> {
  await recordAct(writing, { actorId, act: { type, groups, events }, now: writing.now });
}

/** The receipt of the very same publication. @throws Refusal `planning.already_shared` for any other */
async function receiptAgain(writing: Writing, hash: string): Promise<Receipt> {
  const published = await readPublishing(writing);
  if (published.receipt === null || published.hash !== hash) throw new Refusal("planning.already_shared");
  return { position: writing.position(), row: published.receipt };
}

/** Makes one device's planning the team's: all of it or nothing, and once. */
export async function sharePlanning(
  planning: SharedPlanning,
  actorId: string,
  publication: Publication,
): Promise<Receipt> {
  requireSound(publication);
  const hash = hashOf(publication);
  const answers = answersOf(publication);
  return planning.write(async (writing) => {
    if (writing.isShared) return receiptAgain(writing, hash);
    const receipt = await insertPlanning(writing, publication, answers);
    await markShared(writing, { hash, receipt });
    await logRows(writing);
    await recordPublication(writing, actorId, "planning.shared", receipt);
    return { position: writing.position(), row: receipt };
  });
}

/** Adds another device's planning to the team's. */
export async function addToPlanning(
  planning: SharedPlanning,
  actorId: string,
  publication: Publication,
): Promise<Receipt> {
  requireSound(publication);
  const answers = answersOf(publication);
  return planning.write(async (writing) => {
    const receipt = await insertPlanning(writing, publication, answers);
    const { groups, events, answers: answered } = receipt;
    if (groups + events + answered > 0) {
      await logRows(writing);
      await recordPublication(writing, actorId, "planning.extended", receipt);
    }
    return { position: writing.position(), row: receipt };
  });
}

/** The planning is shared from the first start on, with the groups that a new planning starts with. */
export async function shareFromStart(planning: SharedPlanning): Promise<void> {
  await planning.write(async (writing) => {
    if (writing.isShared) return;
    await insertPlanning(writing, { groups: [...SEED_GROUPS], events: [] }, []);
    await markShared(writing, { hash: null, receipt: null });
    await logRows(writing);
  });
}
