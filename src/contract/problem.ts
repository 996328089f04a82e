import * as z from "zod/mini";

/** A problem document (RFC 9457) with our code, and the code of each field that is not right. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  errors: z.optional(z.catchall(z.object({}), z.string())),
  /** The id that the line in the server's log has too. Responses of earlier versions have none. */
  requestId: z.optional(z.string()),
});

export type Problem = z.infer<typeof Problem>;
