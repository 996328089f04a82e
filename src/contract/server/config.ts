import * as z from "zod/mini";

/** What the page must know before anybody signs in. */
export const PublicConfig = z.object({
  sharing: z.boolean(),
  registration: z.enum(["open", "invite"]),
  defaultAdmin: z.nullable(z.object({ email: z.string(), password: z.string() })),
  version: z.string(),
});

export type PublicConfig = z.infer<typeof PublicConfig>;
