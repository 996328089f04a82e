import type { TestSmtpServer } from "#test/support/server/test-smtp-server.ts";

/** What the mail server accepted. */
export interface Acceptances {
  /** How often each mail was, by Message-ID without its domain: the id of its job. */
  readonly counts: ReadonlyMap<string, number>;
  /** The ids of the mails to this address with this subject, each as `address: subject`. */
  readonly idsOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** The text of the latest of these mails, by the same name. */
  readonly texts: ReadonlyMap<string, string>;
  /** Resolves once this holds, which is asked after each mail. */
  readonly until: (isEnough: () => boolean) => Promise<void>;
  /** Resolves once so many more were accepted. */
  readonly more: (wanted: number) => Promise<void>;
}

/** Reads the arriving mails one after another. */
export function watchArrivals(smtp: TestSmtpServer): Acceptances {
  const counts = new Map<string, number>();
  const idsOf = new Map<string, Set<string>>();
  const texts = new Map<string, string>();
  const awaited = new Set<{ readonly isEnough: () => boolean; readonly resolve: () => void }>();
  let total = 0;

  async function read(): Promise<never> {
    for (;;) {
      const { messageId = "", subject = "", text = "", envelope } = await smtp.next();
      const id = /^<(.*)@/.exec(messageId)?.[1] ?? messageId;
      const name = `${envelope.to.join()}: ${subject}`;
      counts.set(id, (counts.get(id) ?? 0) + 1);
      idsOf.set(name, (idsOf.get(name) ?? new Set()).add(id));
      texts.set(name, text);
      total += 1;
      for (const wait of awaited) {
        if (!wait.isEnough()) continue;
        awaited.delete(wait);
        wait.resolve();
      }
    }
  }

  function until(isEnough: () => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (isEnough()) resolve();
    else awaited.add({ isEnough, resolve });
    return promise;
  }

  void read();
  return {
    counts,
    idsOf,
    texts,
    until,
    more(wanted) {
      const enough = total + wanted;
      return until(() => total >= enough);
    },
  };
}
