import { useEffect } from "react";
import { whenIdle } from "../../ui/page/when-idle.ts";
import { LateRefusals } from "./late-refusals.tsx";
import { OfflineStrip } from "./offline-strip.tsx";
import { useKeptPeople } from "../use-kept-people.ts";
import { usePeopleSync } from "../use-people-sync.ts";

export { SyncState } from "./sync-state.tsx";

/** The wait for an idle moment ends after this. */
const IDLE_WITHIN_MS = 5_000;

/** Whether the browser was asked to save data; not every browser knows the setting. */
function isSavingData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}

/** Preloads the code that somebody may need offline, where no service worker can store it. */
async function loadBeforehand(): Promise<void> {
  await Promise.allSettled([
    import("../menu/user-menu-content.tsx"),
    import("../menu/sign-out-dialog.tsx"),
    import("../../features/event-detail/event-screen.tsx"),
    import("../../features/group-page/group-screen.tsx"),
    import("../../features/groups/select-group-screen.tsx"),
    import("../../features/users/member-list.tsx"),
  ]);
}

/** Notices about a shared planning that appear on every screen. */
export function TeamNotices() {
  usePeopleSync();
  useKeptPeople();
  useEffect(() => {
    // `undefined` in insecure contexts, although the type denies it.
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    if (workers?.controller || isSavingData()) return undefined;
    return whenIdle(() => void loadBeforehand(), IDLE_WITHIN_MS);
  }, []);
  return (
    <>
      <OfflineStrip />
      <LateRefusals />
    </>
  );
}
