import type { Query, QueryClient } from "@tanstack/query-core";
import { ApiError } from "../../../http/api-error.ts";
import { isSilence, type ServerContact } from "../contact/server-contact.ts";

interface RetryPorts {
  readonly client: QueryClient;
  readonly contact: Pick<ServerContact, "pause">;
  readonly wait: (milliseconds: number) => Promise<void>;
}

export function isFailed({ state }: Query): boolean {
  return state.status === "error";
}

/** Whether the server asked to retry later (429). */
export function isPostponed(error: unknown): boolean {
  return error instanceof ApiError && error.code === "request.too_many";
}

/** Whether a later retry may succeed without any user action. */
export function isPassing(error: unknown): boolean {
  return isPostponed(error) || (error instanceof ApiError && isSilence(error));
}

function mayPass(query: Query): boolean {
  return isFailed(query) && isPassing(query.state.error);
}

/**
 * Retries together all reads that failed temporarily, until none is left: after the time that the server named, or
 * after growing pauses. Call the returned function to start the retries; a call while they run does nothing.
 */
export function createReadRetries({ client, contact, wait }: RetryPorts): () => Promise<void> {
  let isRetrying = false;

  function passingFailures(): Query[] {
    return client.getQueryCache().findAll({ type: "active", predicate: mayPass });
  }

  return async () => {
    if (isRetrying) return;
    isRetrying = true;
    for (let retry = 0, failed = passingFailures(); failed.length > 0; retry += 1, failed = passingFailures()) {
      const seconds = Math.max(...failed.map(({ state }) => (state.error as ApiError).retryAfter ?? 0));
      await (seconds > 0 ? wait(seconds * 1000) : contact.pause(retry));
      const hashes = new Set(passingFailures().map(({ queryHash }) => queryHash));
      await client.refetchQueries({ predicate: ({ queryHash }) => hashes.has(queryHash) }, { cancelRefetch: false });
    }
    isRetrying = false;
  };
}
