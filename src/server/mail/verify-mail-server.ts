import { getSystemErrorName } from "node:util";
import type { MailState } from "#text/doctor/network-checks.ts";

/** The mail library replaces the code of what went wrong with a certificate. */
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

/** Connects, greets, encrypts where the server can, and signs in; sends nothing. */
async function verify(url: string, longestMs: number, isEncrypted: boolean): Promise<string | null> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url,
    ...(isEncrypted && { requireTLS: true }),
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

/** Whether the mail server of `MAIL_URL` would take our mails. */
export async function verifyMailServer(mailUrl: string | null, longestMs: number): Promise<MailState> {
  if (mailUrl === null) return { outcome: "unset" };
  const hasPassword = new URL(mailUrl).username !== "";
  const refusal = await verify(mailUrl, longestMs, true);
  if (refusal === null) return { outcome: "accepted", isEncrypted: true, hasPassword };
  // Without `requireTLS` in the setting, mails go to a server that cannot encrypt, too.
  const reason = refusal === "ETLS" ? await verify(mailUrl, longestMs, false) : refusal;
  return reason === null ? { outcome: "accepted", isEncrypted: false, hasPassword } : { outcome: "failed", reason };
}
