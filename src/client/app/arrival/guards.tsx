import { type ReactNode, useLayoutEffect, useState } from "react";
import { Redirect } from "wouter";
import { eventIdIn } from "#contract/paths.ts";
import { type Capability, maySomewhere } from "#domain/permissions.ts";
import { PAGES } from "../../pages.ts";
import { usePlanningStatus, useRights, useSelectedGroup, useSelectedGroupId } from "../../planning/planning-hooks.ts";
import { useSession } from "../../session/session-hooks.ts";
import { usePagePath } from "./arrival.tsx";
import { wantedEvent } from "./pending-notices.ts";

interface GuardProps {
  readonly children: ReactNode;
}

/**
 * For the screens to sign in and to register. A user who signs in there is redirected to the choice of a group. A user who
 * was already signed in is redirected to the dashboard.
 */
export function AnonymousOnly({ children }: GuardProps) {
  const { user } = useSession();
  const [wasSignedIn] = useState(user !== null);
  if (user === null) return children;
  return <Redirect to={wasSignedIn ? PAGES.home : PAGES.groupChoice} replace />;
}

/** Redirects to the sign-in form. On the page of an event, remembers the event, to offer it after signing in. */
function ToLogin({ remembersEvent }: { readonly remembersEvent: boolean }) {
  const eventId = eventIdIn(usePagePath());
  useLayoutEffect(() => {
    if (remembersEvent && eventId !== null) wantedEvent.remember(eventId);
  }, [remembersEvent, eventId]);
  return <Redirect to={PAGES.login} replace />;
}

export function SignedInOnly({ children }: GuardProps) {
  const { user, signOutReason } = useSession();
  const [wasSignedIn] = useState(user !== null);
  if (user !== null) return children;
  // A user who signed out themselves did not come for the event.
  const wasSignedOutByServer = signOutReason !== null && signOutReason !== "account_deleted";
  return <ToLogin remembersEvent={!wasSignedIn || wasSignedOutByServer} />;
}

/**
 * For users who have `capability` in all groups or in one that they lead; the screen itself checks the group. Others are
 * redirected to the dashboard. To be placed inside `SignedInOnly` and outside `WithGroup`.
 */
export function CapableOnly({ capability, children }: GuardProps & { readonly capability: Capability }) {
  const isLoading = usePlanningStatus() === "loading";
  if (maySomewhere(useRights(), capability)) return children;
  // The rights of a leader are known once the groups are loaded.
  return isLoading ? null : <Redirect to={PAGES.home} replace />;
}

/** Redirects to the choice of a group if none is selected. While the groups are loading, trusts the stored selection. */
export function WithGroup({ children }: GuardProps) {
  const isLoading = usePlanningStatus() === "loading";
  const isStored = useSelectedGroupId() !== null;
  const isKnown = useSelectedGroup() !== null;
  return isKnown || (isLoading && isStored) ? children : <Redirect to={PAGES.groupChoice} replace />;
}
