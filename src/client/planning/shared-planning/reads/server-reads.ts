import type { Query, QueryClient } from "@tanstack/query-core";
import { ApiError, type Fetch } from "../../../http/call-api.ts";
import { isSessionRefusal, isSilence, type ServerContact } from "../contact/server-contact.ts";
import type { ReadPart } from "./known-planning.ts";
import { type ReadRequest, readPart } from "./read-part.ts";
import type { ReceivedChanges } from "./received-changes.ts";

export interface ServerReadsPorts {
  readonly received: Pick<ReceivedChanges, "hasAllChangesAfter" | "reached">;
  readonly contact: ServerContact;
  /** Sent as a header; the server refuses another user's session. */
  readonly userId: string;
  readonly fetchIt?: Fetch | undefined;
  readonly onSessionRefused: () => void;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/**
 * Returns a function that reads one part. If the stream started while it was reading, the part may miss changes from before
 * that start: it is then read once more.
 */
export function createReader({ received, contact, userId, fetchIt, onSessionRefused }: ServerReadsPorts) {
  function readNow(request: ReadRequest): Promise<ReadPart> {
    return contact.watch(readPart(request, { userId, reached: received.reached(), fetchIt }));
  }

  return async (request: ReadRequest): Promise<ReadPart> => {
    try {
      const part = await readNow(request);
      return received.hasAllChangesAfter(part) ? part : await readNow(request);
    } catch (error) {
      if (isSessionRefusal(error)) onSessionRefused();
      throw error;
    }
  };
}

function isFailed({ state }: Query): boolean {
  return state.status === "error";
}

export function isPostponed(error: unknown): boolean {
  return error instanceof ApiError && error.code === "request.too_many";
}

/** Whether a retry may succeed without any user action. */
export function isTemporary(error: unknown): boolean {
  return isPostponed(error) || (error instanceof ApiError && isSilence(error));
}

const TEMPORARY_FAILURES = {
  type: "active",
  predicate: (query: Query) => isFailed(query) && isTemporary(query.state.error),
} as const;

/** Whether the read failed and may be retried now: the server did not ask to wait. */
export function isWorthRetrying(query: Query): boolean {
  return isFailed(query) && !isPostponed(query.state.error);
}

/**
 * Returns a function that retries all temporarily failed reads together until none is left. It waits as long as the server
 * asked (`Retry-After`), or with back-off. A call while it runs does nothing.
 */
export function createReadRetries(
  client: QueryClient,
  { contact, wait }: Pick<ServerReadsPorts, "contact" | "wait">,
): () => Promise<void> {
  let isRetrying = false;

  return async () => {
    if (isRetrying) return;
    isRetrying = true;
    for (let retry = 0; ; retry += 1) {
      const failed = client.getQueryCache().findAll(TEMPORARY_FAILURES);
      if (failed.length === 0) break;
      const seconds = Math.max(...failed.map(({ state }) => (state.error as ApiError).retryAfter ?? 0));
      await (seconds > 0 ? wait(seconds * 1000) : contact.pause(retry));
      await client.refetchQueries(TEMPORARY_FAILURES, { cancelRefetch: false });
    }
    isRetrying = false;
  };
}
