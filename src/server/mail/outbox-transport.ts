import { randomBytes } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { textOf } from "./layout/mail-text.ts";
import { messageOf } from "./mail-message.ts";
import type { MailTransport, TransportMail } from "./mail.ts";

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;
const COUNT_DIGITS = 6;
const RANDOM_BYTES = 4;

export function outboxFolder(dataDir: string): string {
  return join(dataDir, "outbox");
}

/** A text part without transfer encoding, so that links are intact when the file is opened in an editor. */
function readablePart(text: string): string {
  return `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${text}`;
}

async function compose(mail: TransportMail): Promise<Buffer | string> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const { message } = await transport.sendMail({
    ...messageOf(mail),
    text: { raw: readablePart(textOf(mail.content)) },
  });
  return message as Buffer;
}

/** Writes each mail into a file in `folder`. File names sort by time. */
export function createOutboxTransport(folder: string): MailTransport {
  let count = 0;

  /** `2026-11-20T12-34-56-789Z-000001-9f8e7d6c.eml`: unique across processes. */
  function nextName(date: Date): string {
    count += 1;
    const time = date.toISOString().replaceAll(/[:.]/g, "-");
    return `${time}-${String(count).padStart(COUNT_DIGITS, "0")}-${randomBytes(RANDOM_BYTES).toString("hex")}.eml`;
  }

  return {
    async send(mail) {
      const name = nextName(mail.date);
      const message = await compose(mail);
      await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
      const file = join(folder, name);
      const draft = join(folder, `.${name}.part`);
      await writeFile(draft, message, { mode: OWNER_ONLY_FILE, flush: true });
      // Written under another name first, so that no `.eml` file is incomplete.
      await rename(draft, file);
      return { logFields: { file }, response: "" };
    },
    close: () => undefined,
  };
}
