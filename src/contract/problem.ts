import * as z from "zod/mini";

/** A problem document (RFC 9457) with an error code, and in `errors` the code of each invalid field. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  errors: z.optional(z.catchall(z.object({}), z.string())),
  /** The id of the request in the server's log. Earlier versions sent none. */
  requestId: z.optional(z.string()),
});

export type Problem = z.infer<typeof Problem>;
