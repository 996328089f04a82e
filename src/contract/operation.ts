import * as z from "zod/mini";
import type { Capability } from "../domain/permissions.ts";
import type { ErrorCode } from "./errors.ts";

/** The response of a successful call that has no row to return. */
export const Done = z.object({ status: z.literal("done") });

/** Who may call: anyone, or a signed-in user with this permission. */
export type Access = "anyone" | Capability;

/** One call of the API as data. Routes and the OpenAPI document are built from it. */
export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  /** The query parameters. */
  readonly query?: z.ZodMiniType;
  /** The request headers that the call reads, in lower case, with their schemas. */
  readonly headers?: Readonly<Record<string, z.ZodMiniType>>;
  /** The JSON body. */
  readonly request?: z.ZodMiniType;
  /** The largest body, if it differs from the default, and the error code of a larger one. */
  readonly bodyLimit?: { readonly maxBytes: number; readonly refusal: ErrorCode };
  /** The status of success, if it is not the default of `statusOf`. */
  readonly status?: 201 | 202;
  /** The JSON body of success. */
  readonly response?: z.ZodMiniType;
  /** The content type of a response that is not JSON. */
  readonly stream?: "text/event-stream";
  /** Whether the call is refused before the planning is shared. */
  readonly needsSharing?: true;
}

/** The status of success: 200 with a body, 204 without, unless the operation names another. */
export function statusOf({ status, response, stream }: Operation) {
  return status ?? (response === undefined && stream === undefined ? 204 : 200);
}

type InSharedPlanning<Operations> = {
  readonly [Name in keyof Operations]: Operations[Name] & { readonly needsSharing: true };
};

/** Calls that are refused before the planning is shared. */
/* @__NO_SIDE_EFFECTS__ */
export function inSharedPlanning<const Operations extends Readonly<Record<string, Omit<Operation, "needsSharing">>>>(
  operations: Operations,
): InSharedPlanning<Operations> {
  const entries = Object.entries(operations).map(([name, operation]) => [name, { ...operation, needsSharing: true }]);
  return Object.fromEntries(entries) as InSharedPlanning<Operations>;
}
