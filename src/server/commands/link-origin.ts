import type { Settings } from "../env.ts";

/** Where links lead that a command prints. */
export function linkOrigin({ baseUrl, port }: Pick<Settings, "baseUrl" | "port">): string {
  return baseUrl ?? `http://localhost:${port}`;
}
