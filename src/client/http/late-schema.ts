import type * as z from "zod/mini";
import type * as schemas from "./answer-schemas.ts";
import { ApiError } from "./api-error.ts";

type AnswerSchemas = typeof schemas;

export type AnswerOf<Name extends keyof AnswerSchemas> = z.infer<AnswerSchemas[Name]>;

/**
 * A schema that the page loads when something was asked of the server. What comes with the page needs none, so the first
 * screen shows without the schemas' library. The function throws `ApiError` where the file cannot be loaded.
 */
export function lateSchema<Name extends keyof AnswerSchemas>(name: Name): () => Promise<AnswerSchemas[Name]> {
  return async () => {
    try {
      return (await import("./answer-schemas.ts"))[name];
    } catch (cause) {
      throw new ApiError({ code: "server.unreachable", cause });
    }
  };
}
