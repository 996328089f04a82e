import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { type MailContent, spaceLinkMail, spacesMail } from "#text/mails/mails.ts";
import { hashOf } from "../../auth/links/tokens.ts";
import type { Register } from "../../database/register/register.ts";
import { JobGivenUp } from "../../jobs/job-failure.ts";
import type { ClaimedJob } from "../../jobs/job.ts";
import { createJobs } from "../../jobs/jobs.ts";
import { addJobs } from "../../jobs/write-jobs.ts";
import { mailErrorOf } from "../../mail/mail-failure.ts";
import { createMailEncryption } from "../../mail/mail-encryption.ts";
import { createMailTransport } from "../../mail/mailer.ts";
import { spaceOrigin } from "../space-address.ts";
import type { SpacesHost } from "../space-settings.ts";
import type { RequestedSpace, CreationLinks } from "./creation-links.ts";

interface DoorMailsDependencies extends SpacesHost {
  readonly register: Register;
  readonly links: Pick<CreationLinks, "make">;
  readonly findSpacesOf: (email: string) => Promise<string[]>;
  readonly logger: Logger;
  readonly clock: () => Date;
}

type DoorMailKind = "space-link" | "space-list";

const SEPARATOR = ":";
/** A list of spaces that could not be sent within this time is dropped: the visitor has stopped waiting. */
const LIST_LIFETIME_MS = 60 * 60_000;

/** The first part of the subject, see `subjectOf`. */
function kindOf({ subject }: ClaimedJob): string {
  return subject.split(SEPARATOR, 1)[0] ?? "";
}

/** The job's subject. A form that is sent again replaces its queued mail. Hashed, so that it reveals no address. */
function subjectOf(kind: DoorMailKind, ...fields: readonly string[]): string {
  return [kind, hashOf(fields.join("\n"))].join(SEPARATOR);
}

/**
 * Sends the mails of the front door's forms: the link that creates a space, and the list of a person's spaces. They are
 * queued as jobs in the register's database, encrypted.
 */
export function createDoorMails(dependencies: DoorMailsDependencies) {
  const { settings, baseUrl, secret, register, links, findSpacesOf, logger, clock } = dependencies;
  const { database } = register;
  const transport = createMailTransport({ settings, logger });
  const encryption = createMailEncryption(secret);
  const jobs = createJobs({ database, logger, clock });

  async function enqueue(subject: string, address: string, content: MailContent, expiresAt: Date): Promise<void> {
    const now = clock();
    const id = randomUUID();
    const sealed = { id, content: encryption.encrypt(id, { to: { name: address, address }, content }) };
    await addJobs(database, [{ kind: "mail", subject, dueAt: now, expiresAt, sealed }], now);
    jobs.wake();
  }

  /** The content to send; `null`: none. The list of spaces is only made now, when the mail is sent. */
  async function contentOf(kind: string, address: string, content: MailContent): Promise<MailContent | null> {
    if (kind !== "space-list") return content;
    const urls = (await findSpacesOf(address)).map((slug) => new URL(spaceOrigin(baseUrl, slug)));
    return urls.length === 0 ? null : spacesMail(urls.map(({ host, href }) => ({ host, url: href })));
  }

  async function send(job: ClaimedJob): Promise<void> {
    const kind = kindOf(job);
    const stored = encryption.decrypt(job.id, job.sealed ?? "");
    if (stored === null) throw new JobGivenUp({ reason: "sealed under another secret" });
    const content = await contentOf(kind, stored.to.address, stored.content);
    if (content === null) return;
    const mail = { id: job.id, from: settings.mailFrom, to: stored.to, content, date: job.createdAt };
    const { logFields } = await transport.send(mail).catch((error: unknown) => {
      throw mailErrorOf(error);
    });
    logger.info({ kind, attempts: job.tries, ...logFields }, "mail sent");
  }

  jobs.start({ mail: { type: "delivery", run: send, nameOf: kindOf } });

  return {
    async sendLink(requested: RequestedSpace): Promise<void> {
      const { slug, email } = requested;
      const { url, expiresAt } = links.make(requested);
      const content = spaceLinkMail(new URL(spaceOrigin(baseUrl, slug)).host, url);
      await enqueue(subjectOf("space-link", slug, email), email, content, expiresAt);
    },
    /** Looks up the spaces only when the mail is sent: the duration of this call must not reveal who has an account. */
    async sendList(email: string): Promise<void> {
      const expiresAt = new Date(clock().getTime() + LIST_LIFETIME_MS);
      await enqueue(subjectOf("space-list", email), email, spacesMail([]), expiresAt);
    },
    close: () => jobs.close(transport.close),
  };
}
