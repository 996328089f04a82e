import type { PublicConfig } from "#contract/server/config.ts";
import { API } from "#contract/paths.ts";
import { callApi, type Fetch } from "./call-api.ts";
import { lateSchema } from "./late-schema.ts";

const CONFIG_CALL = { path: API.config, answer: lateSchema("PublicConfig") } as const;

let latest: PublicConfig | null = null;
let pending: Promise<PublicConfig> | null = null;

/** The latest public configuration; `null` until it is loaded. */
export function knownPublicConfig(): PublicConfig | null {
  return latest;
}

/**
 * Asks the server; callers at the same time share one call. Throws `ApiError`.
 * @param fetchIt a call of its own, for tests
 */
export function readPublicConfig(fetchIt?: Fetch): Promise<PublicConfig> {
  if (fetchIt) return callApi(CONFIG_CALL, fetchIt);
  pending ??= ask();
  return pending;
}

async function ask(): Promise<PublicConfig> {
  try {
    latest = await callApi(CONFIG_CALL);
    return latest;
  } finally {
    pending = null;
  }
}
