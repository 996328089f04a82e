import type { PublicConfig } from "#contract/config.ts";
import { API } from "#contract/paths.ts";
import { callApi, type Fetch, lazySchema } from "./call-api.ts";
import { type FirstResponses, firstResponses } from "./first-responses.ts";

const CONFIG_CALL = { path: API.config, response: lazySchema("PublicConfig") } as const;

let latest = configOf(firstResponses);
const listeners = new Set<() => void>();
let pending: Promise<PublicConfig> | null = null;

/** The configuration that came with the page; `null` if none did. */
export function configOf({ peek }: Pick<FirstResponses, "peek">): PublicConfig | null {
  return (peek(API.config)?.body as PublicConfig | undefined) ?? null;
}

/** The latest configuration that this page has; `null` if none. Makes no call. */
export function knownPublicConfig(): PublicConfig | null {
  return latest;
}

/** Calls `listener` after each change of the configuration; returns how to unsubscribe. */
export function subscribeToConfig(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Replaces the known configuration and notifies the listeners. */
export function setConfig(config: PublicConfig): PublicConfig {
  latest = config;
  for (const listener of listeners) listener();
  return config;
}

/**
 * Loads the configuration; callers at the same time share one call. Throws `ApiError`.
 * @param fetchIt for tests: makes a separate call
 */
export function readPublicConfig(fetchIt?: Fetch): Promise<PublicConfig> {
  if (fetchIt) return callApi(CONFIG_CALL, fetchIt);
  pending ??= fetchConfig();
  return pending;
}

async function fetchConfig(): Promise<PublicConfig> {
  try {
    return setConfig(await callApi(CONFIG_CALL));
  } finally {
    pending = null;
  }
}
