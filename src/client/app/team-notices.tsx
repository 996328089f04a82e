import { useEffect } from "react";
import { LateRefusals } from "./late-refusals.tsx";
import { OfflineStrip } from "./offline-strip.tsx";
import { useKeptPeople } from "./use-kept-people.ts";
import { usePeopleInStep } from "./use-people-in-step.ts";

export { SyncState } from "./sync-state.tsx";

/** What somebody offline may reach for. A service worker keeps it; where none may run it is loaded beforehand. */
async function loadBeforehand(): Promise<void> {
  await Promise.allSettled([
    import("./user-menu-content.tsx"),
    import("./sign-out-dialog.tsx"),
    import("../features/event-detail/event-screen.tsx"),
    import("../features/group-page/group-screen.tsx"),
    import("../features/groups/select-group-screen.tsx"),
    import("../features/users/member-list.tsx"),
  ]);
}

/** What a shared planning has to tell wherever somebody is. */
export function TeamNotices() {
  usePeopleInStep();
  useKeptPeople();
  useEffect(() => {
    // Absent in insecure contexts, whatever the type says.
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    if (!workers?.controller) void loadBeforehand();
  }, []);
  return (
    <>
      <OfflineStrip />
      <LateRefusals />
    </>
  );
}
