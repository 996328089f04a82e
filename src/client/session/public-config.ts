import { useEffect, useState } from "react";
import { PublicConfig } from "#contract/config.ts";
import { API } from "#contract/paths.ts";
import { ApiError } from "../http/api-error.ts";
import { callApi } from "../http/call-api.ts";

/** What the server tells everybody; `null` until it is known, and where the server does not answer. */
export function usePublicConfig(): PublicConfig | null {
  const [config, setConfig] = useState<PublicConfig | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    void load(leaving.signal).then(setConfig);
    return () => leaving.abort();
  }, []);
  return config;
}

/** Nothing on the screen depends on it so far that it could not be drawn: silence is no error to show. */
async function load(signal: AbortSignal): Promise<PublicConfig | null> {
  try {
    return await callApi({ path: API.config, answer: PublicConfig, signal });
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) return null;
    throw error;
  }
}
