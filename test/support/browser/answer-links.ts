import { createLinkTokens } from "#server/auth/links/link-tokens.ts";

/** For `test.use({ settings })`: the test signs links as the server does. */
export const LINK_SETTINGS = { AUTH_SECRET: "Wb7kR2pXv9LdTq4HsYn8cJm3ZfGa6EuV" };

interface WantedLink {
  readonly userId: string;
  readonly eventId: string;
  /** The answer that was pressed in the mail. */
  readonly pressed?: "present" | "absent";
}

/** The address in a mail, without its origin. */
export function answerAddress({ userId, eventId, pressed }: WantedLink): string {
  const token = createLinkTokens(LINK_SETTINGS.AUTH_SECRET).sign("answer", [userId, eventId]);
  return `/answer?t=${token}${pressed === undefined ? "" : `&r=${pressed}`}`;
}
