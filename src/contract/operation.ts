import type * as z from "zod/mini";
import type { Capability } from "../domain/permissions.ts";
import type { ErrorCode } from "./errors.ts";

/** Who may call: anyone, or whoever is signed in and may do this. */
export type Access = "anyone" | Capability;

/** One call of the API as data: the routes are mounted from it, and the OpenAPI document is written from it. */
export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  /** The values after the question mark. */
  readonly query?: z.ZodMiniType;
  /** Headers of the request that the call reads, in lower case; what each may be. */
  readonly headers?: Readonly<Record<string, z.ZodMiniType>>;
  /** The JSON body. */
  readonly request?: z.ZodMiniType;
  /** The largest body, where it is not the one of all calls, and what a larger one is refused with. */
  readonly bodyLimit?: { readonly maxBytes: number; readonly refusal: ErrorCode };
  /** The status of success, and its JSON body if it has one. */
  readonly status: 200 | 201 | 204;
  readonly response?: z.ZodMiniType;
  /** Where the answer is no JSON body: its type. */
  readonly stream?: "text/event-stream";
  /** Errors of this call alone; those of any call (bad body, unknown path, …) go without saying. */
  readonly errors: readonly ErrorCode[];
}
