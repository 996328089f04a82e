import { CloudCheck, CloudOff, Hourglass, RefreshCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { maySomewhere } from "#domain/permissions.ts";
import { programmeText } from "#text/event/programme.ts";
import { connectionText, unsentAnswers } from "#text/shell/connection.ts";
import { lateRefusalReason, lateRefusalSentence, NO_LONGER_ENTRUSTED } from "#text/shell/late-refusals.ts";
import { layoutText } from "#text/shell/layout.ts";
import { eventPage } from "../../pages.ts";
import { usePeopleStore, usePeople, usePeopleStatus } from "../../people/people-hooks.ts";
import { storedPeopleOf } from "../../people/stored-people.ts";
import { useConnection, useGroups, usePlanningStatus, useRights } from "../../planning/planning-hooks.ts";
import type { LateRefusal } from "../../planning/planning-source.ts";
import { isRefusedProgramme, useDismissRefusal, useLateRefusals, useMemberIds } from "../../planning/team-hooks.ts";
import { useUser } from "../../session/session-hooks.ts";
import { Button, buttonClass } from "../../ui/buttons/button.tsx";
import { whenIdle } from "../../ui/page/lazy-part.tsx";
import { Alert } from "../../ui/surfaces/message.tsx";

/** Reloads the user list once the server is reachable again: users may have changed meanwhile. */
function useReloadOnReturn(isOffline: boolean): void {
  const reload = usePeopleStore().reload;
  const wasOffline = useRef(isOffline);
  useEffect(() => {
    if (wasOffline.current && !isOffline) void reload();
    wasOffline.current = isOffline;
  }, [isOffline, reload]);
}

/** Shown under the header while the server is unreachable, with the number of waiting changes. */
function OfflineStrip() {
  const connection = useConnection();
  const isOffline = connection?.status === "offline";
  useReloadOnReturn(isOffline);
  return (
    <div
      className={
        isOffline
          ? "sticky top-0 z-10 border-b border-line bg-unanswered-soft text-unanswered max-md:[@media(height>=30rem)]:top-14"
          : undefined
      }
    >
      <div className="mx-auto flex max-w-[1440px] flex-wrap justify-between gap-x-4 px-4 text-small lg:px-6">
        {/* Screen readers announce the state, not the count: an answer that changes the count is announced by itself. */}
        <div aria-live="polite">
          {isOffline ? (
            <p role="status" className="flex items-center gap-2 py-2 font-semibold">
              <CloudOff className="size-[17px]" />
              {connectionText.offline}
            </p>
          ) : null}
        </div>
        {isOffline && connection.unsent > 0 ? (
          <p className="flex items-center gap-2 py-2">
            <Hourglass className="size-4" />
            {unsentAnswers(connection.unsent)}
          </p>
        ) : null}
      </div>
    </div>
  );
}

function useGroupName({ change }: LateRefusal): string | null {
  const groups = useGroups();
  const groupId = "groupId" in change ? change.groupId : null;
  return groups.find(({ id }) => id === groupId)?.name ?? null;
}

/** Says which change was refused and why, with a button to dismiss it. */
function RefusalNotice({ refusal }: { readonly refusal: LateRefusal }) {
  const dismiss = useDismissRefusal();
  const withGroupName = { ...refusal, groupName: useGroupName(refusal) };
  const rights = useRights();
  const { change, code } = refusal;
  const isForOther = change.type === "availability.set" && change.saidBy !== undefined;
  const isNoLongerEntrusted = isForOther && code === "request.forbidden" && !maySomewhere(rights, "user.entrust");
  return (
    <li className="flex flex-col gap-2 rounded-card bg-surface p-2 shadow-2">
      <Alert detail={isNoLongerEntrusted ? NO_LONGER_ENTRUSTED : lateRefusalReason(withGroupName)}>
        {lateRefusalSentence(withGroupName)}
      </Alert>
      {isRefusedProgramme(refusal) ? (
        <Link href={eventPage(refusal.change.eventId)} className={`${buttonClass({ size: "small" })} self-end`}>
          {programmeText.resume}
        </Link>
      ) : (
        <Button size="small" className="self-end" onClick={() => dismiss(refusal.id)}>
          {layoutText.dismiss}
        </Button>
      )}
    </li>
  );
}

/** The changes that were stored, sent later and then refused. Each stays visible until the user dismisses it. */
function LateRefusals() {
  const [path] = useLocation();
  // The page of the event shows the refused programme itself.
  const refusals = useLateRefusals().filter(
    (refusal) => !isRefusedProgramme(refusal) || path !== eventPage(refusal.change.eventId),
  );
  if (refusals.length === 0) return null;
  return (
    <ul className="sticky top-10 z-10 max-md:[@media(height>=30rem)]:top-24 mx-auto flex max-h-[60dvh] w-full max-w-[720px] flex-col gap-3 overflow-y-auto p-3">
      {refusals.map((refusal) => (
        <RefusalNotice key={refusal.id} refusal={refusal} />
      ))}
    </ul>
  );
}

/** A change that is sent within this time is not shown as unsent. */
const UNSENT_SHOWN_AFTER_MS = 1_000;

/** `count` after it has been above zero for a while; zero otherwise. */
function useLastingCount(count: number): number {
  const [hasLasted, setHasLasted] = useState(false);
  const isAny = count > 0;
  useEffect(() => {
    if (!isAny) return;
    const timer = setTimeout(() => setHasLasted(true), UNSENT_SHOWN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setHasLasted(false);
    };
  }, [isAny]);
  return hasLasted ? count : 0;
}

/** « À jour », or the number of unsent changes, while the server is reachable. */
export function SyncState() {
  const connection = useConnection();
  const isReady = usePlanningStatus() === "ready";
  const unsent = useLastingCount(connection?.unsent ?? 0);
  const isShown = isReady && connection?.status === "online";
  return (
    <span role="status" className="inline-flex items-center gap-1.5 text-small whitespace-nowrap text-ink-2">
      {isShown ? (
        <>
          {unsent === 0 ? <CloudCheck className="size-[17px]" /> : <RefreshCw className="size-4" />}
          {unsent === 0 ? connectionText.upToDate : unsentAnswers(unsent)}
        </>
      ) : null}
    </span>
  );
}

/** Reloads the user list when a group has members that are not in it: once for the same members. */
function useReloadForNewMembers(): void {
  const people = usePeople();
  const isReady = usePeopleStatus() === "ready";
  const reload = usePeopleStore().reload;
  const knownIds = new Set(people.map(({ id }) => id));
  const unknownIds = useMemberIds().filter((id) => !knownIds.has(id));
  const newMembers = isReady ? unknownIds.toSorted().join(" ") : "";
  useEffect(() => {
    if (newMembers !== "") void reload();
  }, [newMembers, reload]);
}

/** Stores the user list in this browser for use offline. */
function useStoredPeople(): void {
  const { id } = useUser();
  const storeIn = usePeopleStore().storeIn;
  useEffect(() => storeIn(storedPeopleOf(id)), [storeIn, id]);
}

const IDLE_WITHIN_MS = 5_000;

/** Whether the browser was asked to save data; not every browser knows the setting. */
function isSavingData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}

/** Preloads code that a user may need offline, if no service worker has stored it. */
async function preloadScreens(): Promise<void> {
  await Promise.allSettled([
    import("../menu/user-menu-content.tsx"),
    import("../../features/event-detail/event-screen.tsx"),
    import("../../features/group-page/group-screen.tsx"),
    import("../../features/groups/select-group-screen.tsx"),
    import("../../features/users/member-list.tsx"),
  ]);
}

/** The notices of a shared planning under the header: offline, and late refusals. */
export function TeamNotices() {
  useReloadForNewMembers();
  useStoredPeople();
  useEffect(() => {
    // `undefined` in insecure contexts, although the type denies it.
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    if (workers?.controller || isSavingData()) return undefined;
    return whenIdle(() => void preloadScreens(), IDLE_WITHIN_MS);
  }, []);
  return (
    <>
      <OfflineStrip />
      <LateRefusals />
    </>
  );
}
