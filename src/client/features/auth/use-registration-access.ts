import { useEffect, useState } from "react";
import { useSearch } from "wouter";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { usePublicConfig } from "#client/session/public-config.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { API } from "#contract/paths.ts";

/** Whether somebody may register here, and with what. */
interface Entry {
  /** What they must be told first; `null` while all is well, or not known yet. */
  readonly obstacle: ErrorCode | null;
  readonly isOpen: boolean;
  /** The token of the link that they followed, unless it is known to be worth nothing. */
  readonly invitation: string | null;
}

/** The name it has in the links of `npm run admin` and of the team. */
const PARAMETER = "invitation";

/** Looks at the link before anybody fills in a form in vain. A server that is silent is no refusal. */
export function useEntry(): Entry {
  const needsLink = usePublicConfig()?.registration === "invite";
  const searchParams = new URLSearchParams(useSearch());
  const invitation = searchParams.get(PARAMETER);
  const isRefused = useIsRefused(invitation);
  if (invitation === null) {
    return { obstacle: needsLink ? "registration.closed" : null, isOpen: !needsLink, invitation };
  }
  if (isRefused) return { obstacle: "invitation.invalid", isOpen: !needsLink, invitation: null };
  return { obstacle: null, isOpen: true, invitation };
}

function useIsRefused(invitation: string | null): boolean {
  const [refused, setRefused] = useState<string | null>(null);
  useEffect(() => {
    if (invitation === null) return;
    const checking = callApi({ method: "POST", path: API.invitationCheck, body: { invitation } });
    void failureOf(checking).then((failure) => setRefused(failure?.code === "invitation.invalid" ? invitation : null));
  }, [invitation]);
  return invitation !== null && refused === invitation;
}
