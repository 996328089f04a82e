import { type ReactNode, useState } from "react";
import { Redirect } from "wouter";
import { type Capability, may, roleOf } from "#domain/permissions.ts";
import { usePlanningStatus, useSelectedGroup, useSelectedGroupId } from "../planning/planning-hooks.ts";
import { useSession, useUser } from "../session/session-hooks.ts";

interface GuardProps {
  readonly children: ReactNode;
}

/** For signing in and registering: whoever does so here goes on to the groups, whoever is already in goes home. */
export function AnonymousOnly({ children }: GuardProps) {
  const { user } = useSession();
  const [wasSignedIn] = useState(user !== null);
  if (user === null) return children;
  return <Redirect to={wasSignedIn ? "/" : "/select-group"} replace />;
}

export function SignedInOnly({ children }: GuardProps) {
  return useSession().user === null ? <Redirect to="/login" replace /> : children;
}

/** For those whose role may do `capability`. Stands below `SignedInOnly`, and above `WithGroup`. */
export function CapableOnly({ capability, children }: GuardProps & { readonly capability: Capability }) {
  return may(roleOf(useUser()), capability) ? children : <Redirect to="/" replace />;
}

/** While the groups are not known yet, a stored choice is believed. */
export function WithGroup({ children }: GuardProps) {
  const isLoading = usePlanningStatus() === "loading";
  const isStored = useSelectedGroupId() !== null;
  const isKnown = useSelectedGroup() !== null;
  return isKnown || (isLoading && isStored) ? children : <Redirect to="/select-group" replace />;
}
