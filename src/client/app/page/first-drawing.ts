import type { SwitchingSource } from "../../planning/switching-source.ts";
import type { SessionStore } from "../../session/session.ts";
import { loadFirstScreen } from "../screens.ts";

/** A browser whose storage does not answer shows the page all the same. */
const LATEST_MS = 500;

interface FirstDrawing {
  readonly session: Pick<SessionStore, "state">;
  readonly source: Pick<SwitchingSource, "looked">;
}

/**
 * Resolves once the page can show its first screen with what came with it. Drawing it without, and then again, would
 * take a phone a quarter longer. Returns whether its code is there: what could not be loaded is told by the screen.
 */
export async function untilFirstDrawing({ session, source }: FirstDrawing): Promise<boolean> {
  try {
    await loadFirstScreen(window.location.pathname, session.state().user !== null);
    // The server's answer whether a planning is shared may have come meanwhile.
    await Promise.race([source.looked(), new Promise((resolve) => setTimeout(resolve, LATEST_MS))]);
    return true;
  } catch {
    return false;
  }
}
