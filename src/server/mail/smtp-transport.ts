import { getSystemErrorName } from "node:util";
import type { MailState } from "#text/doctor/network-checks.ts";
import { messageOf } from "./mail-message.ts";
import type { MailTransport } from "./mail.ts";

const CONNECTIONS = 1;
const CONNECTION_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 20_000;
/** A limit for the whole delivery: a server that sends one byte at a time never triggers the idle timeouts. */
const DELIVERY_TIMEOUT_MS = 60_000;
const IDLE_TIMEOUT_MS = 5000;

/**
 * Sends mails through the server that `url` names (`smtp://user:password@host:587`, `smtps://…`). An `smtp://` connection is
 * encrypted if the server offers it. With `?requireTLS=true`, mails are only sent over an encrypted connection.
 */
export function createSmtpTransport(url: string): MailTransport {
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
    async send(mail) {
      const transport = await (connected ??= connect());
      const signal = AbortSignal.timeout(DELIVERY_TIMEOUT_MS);
      const { messageId, response } = await transport.sendMail({ ...messageOf(mail), signal });
      return { logFields: { messageId }, response };
    },
    close() {
      void connected?.then((transport) => transport.close({ force: true }));
    },
  };
}

/** Finds the code of a certificate error by its message: the mail library replaces the code by one of its own. */
const CERTIFICATE_FAULTS: readonly (readonly [RegExp, string])[] = [
  [/self.signed/i, "DEPTH_ZERO_SELF_SIGNED_CERT"],
  [/expired/i, "CERT_HAS_EXPIRED"],
  [/not yet valid/i, "CERT_NOT_YET_VALID"],
  [/altnames/i, "ERR_TLS_CERT_ALTNAME_INVALID"],
  [/unable to verify/i, "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
  [/unable to get/i, "UNABLE_TO_GET_ISSUER_CERT_LOCALLY"],
];

function reasonOf(error: unknown): string {
  const { code = "EUNKNOWN", errno, message = "" } = error as { code?: string; errno?: number; message?: string };
  const [, fault] = CERTIFICATE_FAULTS.find(([pattern]) => pattern.test(message)) ?? [];
  if (fault !== undefined) return fault;
  return typeof errno === "number" && errno < 0 ? getSystemErrorName(errno) : code;
}

/** Connects and signs in without sending a mail. @returns the code of the failure; `null`: it succeeded */
async function verify(
  url: string,
  longestMs: number,
  { requiresTls }: { readonly requiresTls: boolean },
): Promise<string | null> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url,
    ...(requiresTls && { requireTLS: true }),
    connectionTimeout: longestMs,
    dnsTimeout: longestMs,
    greetingTimeout: longestMs,
    socketTimeout: longestMs,
  });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return reasonOf(error);
  } finally {
    transport.close();
  }
}

/** For the doctor: whether the mail server of `MAIL_URL` can be reached, accepts the password, and encrypts. */
export async function verifyMailServer(mailUrl: string | null, longestMs: number): Promise<MailState> {
  if (mailUrl === null) return { outcome: "unset" };
  const hasPassword = new URL(mailUrl).username !== "";
  const failure = await verify(mailUrl, longestMs, { requiresTls: true });
  if (failure === null) return { outcome: "accepted", isEncrypted: true, hasPassword };
  // Without `requireTLS` in the setting, mails are also sent to a server that cannot encrypt.
  const reason = failure === "ETLS" ? await verify(mailUrl, longestMs, { requiresTls: false }) : failure;
  return reason === null ? { outcome: "accepted", isEncrypted: false, hasPassword } : { outcome: "failed", reason };
}
