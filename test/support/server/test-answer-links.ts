import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createLinkTokens, type LinkPurpose } from "#server/auth/links/link-tokens.ts";

interface WantedLink {
  readonly userId: string;
  readonly eventId: string;
  readonly purpose?: LinkPurpose;
}

/** A token as the server with this data folder puts it into a mail. */
export async function answerToken(
  dataDir: string | undefined,
  { userId, eventId, purpose = "answer" }: WantedLink,
): Promise<string> {
  const secret = (await readFile(join(dataDir ?? "", "secret"), "utf8")).trim();
  return createLinkTokens(secret).sign(purpose, [userId, eventId]);
}
