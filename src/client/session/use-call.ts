import { useCallback } from "react";
import { type ApiCall, type ApiError, callApi, failureOf } from "../http/call-api.ts";
import { useRecheckAfter } from "./session-hooks.ts";

/** What a call returned, or why it failed. */
export type Called<Value> =
  { readonly failure: null; readonly value: Value } | { readonly failure: ApiError; readonly value?: undefined };

export type Call = <Value = void>(call: ApiCall<Value>) => Promise<Called<Value>>;

/**
 * Returns a function that makes a call as `callApi` does, and resolves with what it returned or why it failed. After a
 * refusal that concerns the caller it checks whether their session is over or their rights have changed.
 */
export function useCall(): Call {
  const recheckAfter = useRecheckAfter();
  return useCallback(
    async <Value>(call: ApiCall<Value>): Promise<Called<Value>> => {
      const calling = callApi(call);
      const failure = await failureOf(calling);
      if (failure === null) return { failure, value: await calling };
      recheckAfter(failure);
      return { failure };
    },
    [recheckAfter],
  );
}
