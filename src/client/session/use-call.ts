import { useCallback } from "react";
import { type ApiCall, type ApiError, callApi, failureOf } from "../http/call-api.ts";
import { useRecheckAfter } from "./session-hooks.ts";

export type Called<Value> =
  { readonly failure: null; readonly value: Value } | { readonly failure: ApiError; readonly value?: undefined };

export type Call = <Value = void>(call: ApiCall<Value>) => Promise<Called<Value>>;

/**
 * Returns a function that makes a call as `callApi` does, and resolves with its value or failure instead of throwing. After a
 * refusal it also checks the session (`useRecheckAfter`).
 */
export function useCall(): Call {
  const recheckAfter = useRecheckAfter();
  return useCallback(
    async <Value>(call: ApiCall<Value>): Promise<Called<Value>> => {
      const promise = callApi(call);
      const failure = await failureOf(promise);
      if (failure === null) return { failure, value: await promise };
      recheckAfter(failure);
      return { failure };
    },
    [recheckAfter],
  );
}
