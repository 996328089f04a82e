import type { PublicConfig } from "#contract/server/config.ts";
import { API } from "#contract/paths.ts";
import { callApi, type Fetch } from "./call-api.ts";
import { type FirstAnswers, firstAnswers } from "./first-answers.ts";
import { lateSchema } from "./late-schema.ts";

const CONFIG_CALL = { path: API.config, answer: lateSchema("PublicConfig") } as const;

let latest = configOf(firstAnswers);
let pending: Promise<PublicConfig> | null = null;

/** The one among the data that came with the page; `null` if they hold none. */
export function configOf({ peek }: Pick<FirstAnswers, "peek">): PublicConfig | null {
  return (peek(API.config)?.body as PublicConfig | undefined) ?? null;
}

/** The latest public configuration; `null` until it is known. */
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
