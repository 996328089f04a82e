import * as z from "zod/mini";
import type { Operation } from "./operation.ts";
import { API } from "./paths.ts";
import { ServiceRows } from "./services.ts";

/** Public configuration that the page needs before sign-in. */
export const PublicConfig = z.object({
  /** Whether the team has a shared planning. */
  sharing: z.boolean(),
  registration: z.enum(["open", "invite"]),
  defaultAdmin: z.nullable(z.object({ email: z.string(), password: z.string() })),
  version: z.string(),
  /** The IANA name of the team's time zone. */
  timeZone: z.string(),
  /** The team's services; left out if they are the built-in ones, all offered. */
  services: z.exactOptional(ServiceRows),
});

export type PublicConfig = z.infer<typeof PublicConfig>;

export const Health = z.object({ status: z.literal("ok") });

export const SERVER_OPERATIONS = {
  health: {
    method: "GET",
    path: API.health,
    access: "anyone",
    summary: "Whether the server and its database answer",
    response: Health,
  },
  config: {
    method: "GET",
    path: API.config,
    access: "anyone",
    summary: "What the page must know before anybody signs in",
    response: PublicConfig,
  },
  openapi: {
    method: "GET",
    path: API.openapi,
    access: "anyone",
    summary: "This document",
    response: z.record(z.string(), z.unknown()),
  },
} as const satisfies Readonly<Record<string, Operation>>;
