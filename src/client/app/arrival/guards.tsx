import { type ReactNode, useLayoutEffect, useState } from "react";
import { Redirect } from "wouter";
import { type Capability, maySomewhere } from "#domain/permissions.ts";
import { eventIdIn, PAGES } from "../../pages.ts";
import { usePlanningStatus, useRights, useSelectedGroup, useSelectedGroupId } from "../../planning/planning-hooks.ts";
import { useSession } from "../../session/session-hooks.ts";
import { usePagePath } from "./arrival.tsx";
import { wantedEvent } from "./pending-notices.ts";

interface GuardProps {
  readonly children: ReactNode;
}

/**
 * For the screens to sign in and to register. A user who signs in there is redirected to the choice of a group; a user who
 * is already signed in, to the dashboard.
 */
export function AnonymousOnly({ children }: GuardProps) {
  const { user } = useSession();
  const [wasSignedIn] = useState(user !== null);
  if (user === null) return children;
  return <Redirect to={wasSignedIn ? PAGES.home : PAGES.groupChoice} replace />;
}

/** If an event's address was opened signed out, or the session ended there, the event is offered after signing in. */
function ToLogin({ isEventKept }: { readonly isEventKept: boolean }) {
  const eventId = eventIdIn(usePagePath());
  useLayoutEffect(() => {
    if (isEventKept && eventId !== null) wantedEvent.remember(eventId);
  }, [isEventKept, eventId]);
  return <Redirect to={PAGES.login} replace />;
}

export function SignedInOnly({ children }: GuardProps) {
  const { user, signOutReason } = useSession();
  const [wasSignedIn] = useState(user !== null);
  if (user !== null) return children;
  const isEventKept = !wasSignedIn || (signOutReason !== null && signOutReason !== "account_deleted");
  return <ToLogin isEventKept={isEventKept} />;
}

/**
 * For users who have `capability`, everywhere or in a group that they lead. The screen checks which group. To be placed
 * inside `SignedInOnly` and outside `WithGroup`.
 */
export function CapableOnly({ capability, children }: GuardProps & { readonly capability: Capability }) {
  const isLoading = usePlanningStatus() === "loading";
  if (maySomewhere(useRights(), capability)) return children;
  // The list of groups says who leads them.
  return isLoading ? null : <Redirect to={PAGES.home} replace />;
}

/** While the groups are loading, the stored selection is trusted. */
export function WithGroup({ children }: GuardProps) {
  const isLoading = usePlanningStatus() === "loading";
  const isStored = useSelectedGroupId() !== null;
  const isKnown = useSelectedGroup() !== null;
  return isKnown || (isLoading && isStored) ? children : <Redirect to={PAGES.groupChoice} replace />;
}
