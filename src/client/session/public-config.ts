import { createContext, use, useEffect, useState } from "react";
import type { PublicConfig } from "#contract/server/config.ts";
import { ApiError } from "../http/api-error.ts";
import { knownPublicConfig, readPublicConfig } from "../http/public-config.ts";

/** The configuration that the server renders with; `null` in a browser. */
export const RenderedConfig = createContext<PublicConfig | null>(null);

/** What the server tells everybody; `null` until it is known, and where the server does not answer. */
export function usePublicConfig(): PublicConfig | null {
  const rendered = use(RenderedConfig);
  const [config, setConfig] = useState(() => rendered ?? knownPublicConfig());
  useEffect(() => {
    let isShown = true;
    async function show(): Promise<void> {
      const loaded = await load();
      if (isShown) setConfig(loaded);
    }
    if (knownPublicConfig() === null) void show();
    return () => {
      isShown = false;
    };
  }, []);
  return config;
}

/** Every screen can be drawn without it: silence is no error to show. */
async function load(): Promise<PublicConfig | null> {
  try {
    return await readPublicConfig();
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
