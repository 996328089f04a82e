import { useEffect } from "react";
import { whenIdle } from "../../ui/page/when-idle.ts";
import { LateRefusals } from "./late-refusals.tsx";
import { OfflineStrip } from "./offline-strip.tsx";
import { keptPeopleOf } from "../../people/kept-people.ts";
import { useKeepPeople, usePeople, usePeopleStatus, useReloadPeople } from "../../people/people-hooks.ts";
import { useUser } from "../../session/session-hooks.ts";
import { useMemberIds, usePeopleChanges } from "../../planning/team-hooks.ts";

/**
 * Reloads the user list when the planning shows that it is out of date: a user changed their services or was deleted,
 * or a group has a member that this page does not know (each unknown one triggers one reload).
 */
function usePeopleSync(): void {
  const people = usePeople();
  const isReady = usePeopleStatus() === "ready";
  const reload = useReloadPeople();
  const subscribe = usePeopleChanges();
  const known = new Set(people.map(({ id }) => id));
  const unknown = useMemberIds().filter((id) => !known.has(id));
  const newcomers = isReady ? unknown.toSorted().join(" ") : "";
  useEffect(() => {
    if (newcomers !== "") void reload();
  }, [newcomers, reload]);
  useEffect(() => subscribe(() => void reload()), [subscribe, reload]);
}

/** Stores the user list in this browser, so that names are shown offline. It is deleted when the user signs out. */
function useKeptPeople(): void {
  const { id } = useUser();
  const keepIn = useKeepPeople();
  useEffect(() => keepIn(keptPeopleOf(id)), [keepIn, id]);
}

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
