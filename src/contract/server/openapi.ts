import * as z from "zod/mini";
import type { Operation } from "../operation.ts";
import { API } from "../paths.ts";

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
