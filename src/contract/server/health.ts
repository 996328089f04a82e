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

export const OPENAPI_OPERATIONS = {
  openapi: {
    method: "GET",
    path: API.openapi,
    access: "anyone",
    summary: "This document",
    status: 200,
    response: z.record(z.string(), z.unknown()),
    errors: [],
  },
} as const satisfies Readonly<Record<string, Operation>>;
