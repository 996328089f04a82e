import { useEffect, useState } from "react";
import { useSearch } from "wouter";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { usePublicConfig } from "#client/session/public-config.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { API } from "#contract/paths.ts";

/** Whether registration is possible here, and with which invitation. */
interface Entry {
  /** A problem to report first; `null` if there is none, or it is not known yet. */
  readonly obstacle: ErrorCode | null;
  readonly isOpen: boolean;
  /** The token of the followed link, unless the server has refused it. */
  readonly invitation: string | null;
}

/** Name of the query parameter in links of `npm run admin` and of the team's invitation. */
const PARAMETER = "invitation";

/** Checks the link before somebody fills in the form in vain. A silent server does not count as a refusal. */
export function useRegistrationAccess(): Entry {
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
