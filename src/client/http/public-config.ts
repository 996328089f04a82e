import { PublicConfig } from "#contract/server/config.ts";
import { API } from "#contract/paths.ts";
import { callApi, type Fetch } from "./call-api.ts";

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
  if (fetchIt) return callApi({ path: API.config, answer: PublicConfig }, fetchIt);
  pending ??= ask();
  return pending;
}

async function ask(): Promise<PublicConfig> {
  try {
    latest = await callApi({ path: API.config, answer: PublicConfig });
    return latest;
  } finally {
    pending = null;
  }
}
