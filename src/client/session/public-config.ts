import { createContext, use, useEffect } from "react";
import type { PublicConfig } from "#contract/config.ts";
import { ApiError } from "../http/call-api.ts";
import { knownPublicConfig, readPublicConfig, subscribeToConfig } from "../http/public-config.ts";
import { useStore } from "../storage/listeners.ts";

/** The configuration that the server renders with; `null` in a browser. */
export const RenderedConfig = createContext<PublicConfig | null>(null);

/** The server's public configuration; `null` until it is loaded, and if the server does not answer. */
export function usePublicConfig(): PublicConfig | null {
  const rendered = use(RenderedConfig);
  const known = useStore(subscribeToConfig, knownPublicConfig);
  useEffect(() => {
    if (knownPublicConfig() === null) void loadConfig();
  }, []);
  return rendered ?? known;
}

/** Loads the configuration. Ignores failed calls, because every screen works without it. */
export async function loadConfig(): Promise<void> {
  try {
    await readPublicConfig();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
