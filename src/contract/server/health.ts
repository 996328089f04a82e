import * as z from "zod/mini";
import type { Operation } from "../operation.ts";
import { API } from "../paths.ts";

/** The response while the database answers. */
export const Health = z.object({ status: z.literal("ok") });

export const HEALTH_OPERATIONS = {
  health: {
    method: "GET",
    path: API.health,
    access: "anyone",
    summary: "Whether the server and its database answer",
    status: 200,
    response: Health,
    errors: ["server.unavailable"],
  },
} as const satisfies Readonly<Record<string, Operation>>;
