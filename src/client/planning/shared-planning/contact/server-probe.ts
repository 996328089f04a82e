import { Health } from "#contract/server/health.ts";
import { API } from "#contract/paths.ts";
import { callApi, type Fetch } from "../../../http/call-api.ts";

/** A user takes a server that needs longer than this to answer for one that is down. */
const PROBE_MS = 3_000;

/** Whether the server itself answers; an answer from a proxy does not count. Never rejects. */
export async function probeServer(fetchIt?: Fetch): Promise<boolean> {
  try {
    await callApi({ path: API.health, answer: Health, signal: AbortSignal.timeout(PROBE_MS) }, fetchIt);
    return true;
  } catch {
    return false;
  }
}
