import type { NotificationPreferences, Topic } from "#domain/notifications/topics.ts";
import type { Queryable } from "../../database/database.ts";
import { type Guardians, readGuardiansOf } from "../../planning/changes/read-rights.ts";
import { readSubscriptions, readPreferences, type Subscription } from "../preferences/read-preferences.ts";
import { type MailProblem, mailProblem, readRecipients, type Recipient } from "./read-recipients.ts";

/** By which channels messages reach some people and their guardians. The maps have user ids as keys. */
export interface Reach {
  readonly guardians: Guardians;
  readonly recipients: ReadonlyMap<string, Recipient>;
  readonly preferences: ReadonlyMap<string, NotificationPreferences>;
  readonly devices: ReadonlyMap<string, readonly Subscription[]>;
}

export async function readReach(queryable: Queryable, personIds: readonly string[]): Promise<Reach> {
  const guardians = await readGuardiansOf(queryable, personIds);
  const userIds = [...new Set([...personIds, ...[...guardians.values()].flat()])];
  return {
    guardians,
    recipients: await readRecipients(queryable, userIds),
    preferences: await readPreferences(queryable, userIds),
    devices: Map.groupBy(await readSubscriptions(queryable, userIds), ({ userId }) => userId),
  };
}

export function mailProblemOf({ recipients, preferences }: Reach, userId: string, topic: Topic): MailProblem | null {
  return mailProblem(recipients.get(userId), preferences.get(userId), topic);
}

export function devicesFor({ devices }: Reach, userId: string, topic: Topic): readonly Subscription[] {
  return (devices.get(userId) ?? []).filter(({ topics }) => topics.includes(topic));
}

/** Who gets a message to a person: the person and their guardians, but of drop-outs only the person. */
export function readersOf({ guardians }: Reach, userId: string, topic: Topic): readonly string[] {
  return [userId, ...(topic === "drop_outs" ? [] : (guardians.get(userId) ?? []))];
}

/** Why a message reaches neither a person nor one of the person's guardians; `null`: it reaches at least one. */
export function reachProblem(reach: Reach, userId: string, topic: Topic): MailProblem | null {
  const readers = readersOf(reach, userId, topic);
  const problems = readers.map((id) => mailProblemOf(reach, id, topic));
  if (problems.includes(null) || readers.some((id) => devicesFor(reach, id, topic).length > 0)) return null;
  // The first guardian's problem comes first: a person with a guardian has no account.
  const [ownProblem = null, guardianProblem = ownProblem] = problems;
  return guardianProblem;
}
