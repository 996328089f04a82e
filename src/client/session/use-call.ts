import { useCallback } from "react";
import { HEADERS } from "#contract/paths.ts";
import { type ApiCall, type ApiError, callApi, failureOf } from "../http/call-api.ts";
import { useRecheckAfter, useSession } from "./session-hooks.ts";

export type Called<Value> =
  { readonly failure: null; readonly value: Value } | { readonly failure: ApiError; readonly value?: undefined };

export type Call = <Value = void>(call: ApiCall<Value>) => Promise<Called<Value>>;

/**
 * Returns a function that makes a call as `callApi` does, in the name of this page's user, and resolves with its value or
 * failure instead of throwing. After a refusal it also checks the session (`useRecheckAfter`).
 */
export function useCall(): Call {
  const { user } = useSession();
  const recheckAfter = useRecheckAfter();
  const userId = user?.id;
  return useCallback(
    async <Value>(call: ApiCall<Value>): Promise<Called<Value>> => {
      const headers = userId === undefined ? {} : { headers: { ...call.headers, [HEADERS.person]: userId } };
      const promise = callApi({ ...call, ...headers });
      const failure = await failureOf(promise);
      if (failure === null) return { failure, value: await promise };
      recheckAfter(failure);
      return { failure };
    },
    [recheckAfter, userId],
  );
}
