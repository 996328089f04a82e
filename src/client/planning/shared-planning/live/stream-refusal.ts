import { type ApiCall, callApi, type Fetch } from "../../../http/call-api.ts";
import { failureOf } from "../../../http/failure-of.ts";

/** `ended`: no right to read, or nothing is shared. `passing`: no answer, or the server accepts again. */
export type StreamRefusal = "ended" | "position_unknown" | "passing";

const ENDED: ReadonlySet<number | undefined> = new Set([401, 403, 409]);

/** Asks the server why it refuses a stream at `path`, because EventSource does not report it. */
export async function whyStreamIsRefused(path: ApiCall<void>["path"], fetchIt?: Fetch): Promise<StreamRefusal> {
  const asking = new AbortController();
  const failure = await failureOf(callApi({ path, signal: asking.signal }, fetchIt));
  // If the server accepts after all, its answer is a stream that never ends: stop reading it.
  asking.abort();
  if (ENDED.has(failure?.status)) return "ended";
  return failure?.code === "position.unknown" ? "position_unknown" : "passing";
}
