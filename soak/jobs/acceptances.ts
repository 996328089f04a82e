import type { TestSmtpServer } from "#test/support/server/test-smtp-server.ts";

/** What the mail server accepted. */
export interface Acceptances {
  /** How often each mail was, by Message-ID without its domain: the id of its job. */
  readonly counts: ReadonlyMap<string, number>;
  /** The ids of the mails to this address with this subject, each as `address: subject`. */
  readonly idsOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** Resolves once this holds, which is asked after each mail. */
  readonly until: (isEnough: () => boolean) => Promise<void>;
  /** Resolves once so many more were accepted. */
  readonly more: (wanted: number) => Promise<void>;
}

/** Reads the arriving mails one after another. */
export function watchArrivals(smtp: TestSmtpServer): Acceptances {
  const counts = new Map<string, number>();
  const idsOf = new Map<string, Set<string>>();
  let total = 0;
  let awaited: { readonly isEnough: () => boolean; readonly resolve: () => void } | null = null;

  async function read(): Promise<never> {
    for (;;) {
      const { messageId = "", subject = "", envelope } = await smtp.next();
      const id = /^<(.*)@/.exec(messageId)?.[1] ?? messageId;
      const name = `${envelope.to.join()}: ${subject}`;
      counts.set(id, (counts.get(id) ?? 0) + 1);
      idsOf.set(name, (idsOf.get(name) ?? new Set()).add(id));
      total += 1;
      if (awaited?.isEnough() === true) awaited.resolve();
    }
  }

  function until(isEnough: () => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    awaited = { isEnough, resolve };
    if (isEnough()) resolve();
    return promise;
  }

  void read();
  return {
    counts,
    idsOf,
    until,
    more(wanted) {
      const enough = total + wanted;
      return until(() => total >= enough);
    },
  };
}
