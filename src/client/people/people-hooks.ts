import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import * as z from "zod/mini";
import { UserRow } from "#contract/accounts.ts";
import type { ClientErrorCode, ErrorCode } from "#contract/errors.ts";
import { API } from "#contract/paths.ts";
import { ApiError } from "../http/api-error.ts";
import { callApi } from "../http/call-api.ts";

const PEOPLE_KEY = ["people"];
const UserRows = z.array(UserRow);
const NOBODY: readonly UserRow[] = [];
/** Only silence is worth another try by itself; a refusal stays one. */
const RETRIES = 3;

function shouldRetry(failures: number, error: Error): boolean {
  return failures < RETRIES && error instanceof ApiError && error.code === "server.unreachable";
}

function usePeopleQuery() {
  return useQuery({
    queryKey: PEOPLE_KEY,
    queryFn: ({ signal }) => callApi({ path: API.users, answer: UserRows, signal }),
    retry: shouldRetry,
    // Loaded at start, after changes and when the page becomes visible again, not with every screen.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Everybody who has an account; nobody until the list is known. */
export function usePeople(): readonly UserRow[] {
  return usePeopleQuery().data ?? NOBODY;
}

/** `loading` until the list, or the reason why there is none, is known. */
export function usePeopleStatus(): "loading" | "ready" | "failed" {
  const { status } = usePeopleQuery();
  if (status === "pending") return "loading";
  return status === "success" ? "ready" : "failed";
}

/** Why the last loading failed; `null` when it did not. */
export function usePeopleProblem(): ErrorCode | ClientErrorCode | null {
  const { error } = usePeopleQuery();
  if (error === null) return null;
  return error instanceof ApiError ? error.code : "server.failure";
}

/** Loads the list again, after a change to it. */
export function useReloadPeople(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: PEOPLE_KEY }), [client]);
}
