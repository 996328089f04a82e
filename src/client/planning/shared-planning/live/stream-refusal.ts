import { type ApiCall, callApi, type Fetch } from "../../http/call-api.ts";
import { failureOf } from "../../http/failure-of.ts";

/** `ended`: no right to read, or nothing shared. `passing`: nobody answers, or all is well again. */
export type StreamRefusal = "ended" | "position_unknown" | "passing";

const ENDED: ReadonlySet<number | undefined> = new Set([401, 403, 409]);

/** Asks the server why it gives no stream at `path`, which EventSource does not tell. */
export async function whyStreamIsRefused(path: ApiCall<void>["path"], fetchIt?: Fetch): Promise<StreamRefusal> {
  const asking = new AbortController();
  const failure = await failureOf(callApi({ path, signal: asking.signal }, fetchIt));
  // Let in after all: that answer would never end.
  asking.abort();
  if (ENDED.has(failure?.status)) return "ended";
  return failure?.code === "position.unknown" ? "position_unknown" : "passing";
}
