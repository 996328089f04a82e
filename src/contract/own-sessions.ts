import * as z from "zod/mini";

/** A browser in which somebody is signed in, as they see it themself. */
export const OwnSession = z.object({
  id: z.string(),
  /** Proper names such as « Firefox » and « Windows »; `null` where the browser does not say. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** ISO 8601, to a minute or so while it is in use. */
  lastSeenAt: z.string(),
  /** Whether this call came from it. */
  isCurrent: z.boolean(),
});

export const OwnSessions = z.array(OwnSession);

export type OwnSession = z.infer<typeof OwnSession>;
