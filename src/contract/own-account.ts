import * as z from "zod/mini";
import { SERVICES } from "../domain/services.ts";
import { KnownPassword } from "./account-forms.ts";
import { UserRow } from "./accounts.ts";
import { JournalEntries } from "./journal.ts";

/** The password again: a session that was left open somewhere is not enough. */
export const AccountDeletion = z.object({ password: KnownPassword });

/** Where somebody is signed in. Moments are ISO 8601, here and below. */
const OwnDevice = z.object({
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** Of the network, at sign-in. */
  address: z.nullable(z.string()),
  signedInAt: z.string(),
  lastSeenAt: z.string(),
  endsAt: z.string(),
});

const OwnAnswer = z.object({
  event: z.object({ name: z.string(), date: z.string(), time: z.string(), location: z.string() }),
  groupName: z.string(),
  /** `null`: taken back. */
  answer: z.nullable(z.enum(["present", "absent"])),
  /** Those held when it was said. */
  positions: z.array(z.enum(SERVICES)),
  answeredAt: z.string(),
  /** Whether the event is in the trash. */
  isDeleted: z.boolean(),
});

/** All that the server knows of one person. */
export const OwnData = z.object({
  account: UserRow,
  sessions: z.array(OwnDevice),
  groups: z.array(z.object({ id: z.string(), name: z.string(), joinedAt: z.string() })),
  /** In the order of the events. */
  answers: z.array(OwnAnswer),
  /** What they did as an admin, and what admins did to them. */
  journal: JournalEntries,
});

export type AccountDeletion = z.infer<typeof AccountDeletion>;
export type OwnData = z.infer<typeof OwnData>;
