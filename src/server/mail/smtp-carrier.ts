import type { MailCarrier } from "./mail.ts";
import { messageOf } from "./mail-message.ts";

/** Mails leave one after another. */
const CONNECTIONS = 1;
const CONNECTION_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 20_000;
/** A limit for the whole delivery: a server that sends one byte at a time never triggers the idle timeouts. */
const DELIVERY_TIMEOUT_MS = 60_000;
const IDLE_TIMEOUT_MS = 5000;

/**
 * Hands mails to the server that `url` names (`smtp://user:password@host:587`, `smtps://…`). An `smtp://` connection is
 * encrypted if the server offers it; `?requireTLS=true` refuses any other.
 */
export function createSmtpCarrier(url: string): MailCarrier {
  async function connect() {
    const { createTransport } = await import("nodemailer");
    return createTransport({
      url,
      pool: true,
      maxConnections: CONNECTIONS,
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      dnsTimeout: CONNECTION_TIMEOUT_MS,
      greetingTimeout: CONNECTION_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      idleTimeout: IDLE_TIMEOUT_MS,
    });
  }

  let connected: ReturnType<typeof connect> | undefined;
  return {
    async carry(mail) {
      const transport = await (connected ??= connect());
      const signal = AbortSignal.timeout(DELIVERY_TIMEOUT_MS);
      const { messageId, response } = await transport.sendMail({ ...messageOf(mail), signal });
      return { whereabouts: { messageId }, answer: response };
    },
    close() {
      void connected?.then((transport) => transport.close({ force: true }));
    },
  };
}
