import { join } from "node:path";
import { type Diapason, startDiapason } from "#test/support/process/start-diapason.ts";

const COMMAND = [process.execPath, join(import.meta.dirname, "bare-server.mjs")];

/** Starts the bare server, with an empty data folder in `parentFolder` unless the settings name one. */
export function startBareServer(
  parentFolder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Diapason> {
  return startDiapason({ ...settings }, COMMAND, parentFolder);
}

/** Stores the bodies of Diapason's responses in the bare server. */
export async function fillBareServer({ url }: Diapason, bodies: { month: string; session: string }): Promise<void> {
  const { ok, status } = await fetch(`${url}/fill`, { method: "POST", body: JSON.stringify(bodies) });
  if (!ok) throw new Error(`the bare server was not filled: ${status}`);
}
