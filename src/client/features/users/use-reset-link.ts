import { useState } from "react";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useReloadPeople } from "#client/people/people-hooks.ts";
import { useAreMailsFiles } from "#client/session/passwords/mail-delivery.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { HandedOverReset, type UserRow } from "#contract/accounts/users.ts";
import { API, fillPath } from "#contract/paths.ts";
import { hasAccount } from "#client/people/has-account.ts";
import { fullName } from "#domain/people/people.ts";
import { roleOf } from "#domain/permissions.ts";
import { failureSentence } from "#text/errors/errors.ts";
import type { PreparedLink } from "./reset-link-dialog.tsx";

interface ResetLinkHook {
  /** Whether an admin should pass this user's link on: mails are not sent, and the user is not an admin. */
  readonly isOffered: (user: UserRow) => boolean;
  readonly prepared: PreparedLink | null;
  /** Prepares a user's link; resolves with a sentence about why it failed, or `null`. */
  readonly prepare: (user: UserRow) => Promise<string | null>;
  /** Hides the link. */
  readonly close: () => void;
}

/** Prepares password reset links for users whom no mail reaches. */
export function useResetLink(): ResetLinkHook {
  const areMailsFiles = useAreMailsFiles();
  const [prepared, setPrepared] = useState<PreparedLink | null>(null);
  const recheckAfter = useRecheckAfter();
  const reloadPeople = useReloadPeople();

  return {
    isOffered: (user) => areMailsFiles && roleOf(user) === "member" && hasAccount(user),
    prepared,
    async prepare(user) {
      const path = fillPath(API.userPasswordReset, user.id);
      const preparing = callApi({ method: "POST", path, answer: HandedOverReset });
      const failure = await failureOf(preparing);
      if (failure !== null) {
        recheckAfter(failure);
        // The user was deleted, or became an admin meanwhile.
        void reloadPeople();
        return failureSentence(failure);
      }
      setPrepared({ name: fullName(user), link: (await preparing).link });
      return null;
    },
    close: () => setPrepared(null),
  };
}
