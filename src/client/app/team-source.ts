import type { DisposableSource } from "../planning/planning-source.ts";
import { browserStores } from "../planning/shared-planning/browser-stores.ts";
import { createLiveChanges } from "../planning/shared-planning/live-changes.ts";
import { createSharedSource } from "../planning/shared-planning/shared-source.ts";
import type { Sharing } from "../planning/sharing.ts";
import type { SessionStore } from "../session/session.ts";

interface TeamSurroundings {
  readonly session: Pick<SessionStore, "check">;
  readonly sharing: Pick<Sharing, "check">;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Somebody's services or name changed, or they are gone. */
  readonly onPeopleChange: () => void;
}

/** The team's planning as one signed-in person works on it in this browser. */
export function openTeamSource(userId: string, surroundings: TeamSurroundings): DisposableSource {
  const { session, sharing, wait, onPeopleChange } = surroundings;
  const browser = {
    userId,
    // Absent in insecure contexts, whatever the type says.
    locks: navigator.locks as LockManager | undefined,
    openChannel: (name: string) => new BroadcastChannel(name),
    onReturn,
    now: Date.now,
    random: Math.random,
  };
  const live = createLiveChanges(browser);
  const stopListening = live.subscribe((event) => {
    // Of two reasons: the right to read has ended, or the planning is no longer shared.
    if (event.type === "refused") void Promise.all([session.check(), sharing.check()]);
    if (event.type === "change" && event.change.type.startsWith("person.")) onPeopleChange();
  });
  const source = createSharedSource({
    ...browser,
    live,
    stores: browserStores(),
    wait,
    onSessionRefused: () => void session.check(),
  });
  return {
    ...source,
    dispose() {
      // Whoever comes next reads nothing of theirs; what was not sent waits for them.
      void source.forget({ unsent: false });
      source.dispose();
      stopListening();
      live.close();
    },
  };
}

/** Calls `listener` whenever the page becomes visible, or the browser believes it is online again. */
function onReturn(listener: () => void): () => void {
  function handleVisibility(): void {
    if (document.visibilityState === "visible") listener();
  }
  document.addEventListener("visibilitychange", handleVisibility);
  window.addEventListener("online", listener);
  return () => {
    document.removeEventListener("visibilitychange", handleVisibility);
    window.removeEventListener("online", listener);
  };
}
