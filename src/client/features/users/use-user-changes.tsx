import { LinkCopying } from "#client/messages/link-copying.tsx";
import { Button } from "#client/ui/buttons/button.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { resetLinkFor, usersText, adminRemoved, userDeleted } from "#text/users/users.ts";
import { ShieldOff, UserMinus } from "lucide-react";
import { callApi } from "#client/http/call-api.ts";
import { failureOf } from "#client/http/failure-of.ts";
import { useReloadPeople, useUpdatePeople } from "#client/people/people-hooks.ts";
import { useRecheckAfter } from "#client/session/session-hooks.ts";
import { useToast } from "#client/ui/overlays/toast.tsx";
import type { UserRow } from "#contract/accounts/users.ts";
import { API, fillPath } from "#contract/paths.ts";
import { fullName } from "#domain/people/people.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { useState } from "react";
import { useAreMailsFiles } from "#client/session/passwords/mail-delivery.ts";
import { HandedOverReset } from "#contract/accounts/resets.ts";
import { hasAccount } from "#client/people/has-account.ts";
import { roleOf } from "#domain/permissions.ts";
import { useApplyPersonChange } from "#client/planning/planning-hooks.ts";

/** A prepared link, and the user whose password it changes. */
interface PreparedLink {
  readonly name: string;
  readonly link: string;
}

interface ResetLinkDialogProps {
  /** `null`: closed. */
  readonly prepared: PreparedLink | null;
  readonly onClose: () => void;
}

/** Shows a link once, to be passed on to the user. */
export function ResetLinkDialog({ prepared, onClose }: ResetLinkDialogProps) {
  return (
    <Dialog
      isOpen={prepared !== null}
      title={prepared === null ? null : <bdi>{resetLinkFor(prepared.name)}</bdi>}
      onClose={onClose}
      actions={<Button onClick={onClose}>{usersText.close}</Button>}
    >
      {prepared === null ? null : (
        <div className="flex flex-col gap-4 wrap-anywhere">
          <p>{usersText.resetLinkHint}</p>
          <LinkCopying label={usersText.resetLink} link={prepared.link} />
        </div>
      )}
    </Dialog>
  );
}

/** Returns a function that makes an admin a member. Resolves with a sentence about why it failed, or `null`. */
export function useDemotion(): (user: UserRow) => Promise<string | null> {
  const updatePeople = useUpdatePeople();
  const reloadPeople = useReloadPeople();
  const recheckAfter = useRecheckAfter();
  const showToast = useToast();

  return async (user) => {
    const failure = await failureOf(callApi({ method: "DELETE", path: fillPath(API.admin, user.id) }));
    if (failure) {
      recheckAfter(failure);
      // The shown list may be out of date.
      void reloadPeople();
      return failureSentence(failure);
    }
    updatePeople((people) => people.map((person) => (person.id === user.id ? { ...person, isAdmin: false } : person)));
    void reloadPeople();
    showToast({ message: adminRemoved(fullName(user)), icon: <ShieldOff /> });
    return null;
  };
}

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

/**
 * Returns a function that deletes a user: first the row disappears, then the account and the user's answers are
 * deleted. A failed deletion is only logged (specification §8), and the row comes back.
 */
export function useUserDeletion(): (user: UserRow) => void {
  const updatePeople = useUpdatePeople();
  const reloadPeople = useReloadPeople();
  const recheckAfter = useRecheckAfter();
  const applyPersonChange = useApplyPersonChange();
  const showToast = useToast();

  async function deleteUser(user: UserRow): Promise<void> {
    updatePeople((people) => people.filter(({ id }) => id !== user.id));
    const failure = await failureOf(callApi({ method: "DELETE", path: fillPath(API.user, user.id) }));
    // Another admin has already deleted the account.
    if (failure && failure.code !== "user.not_found") {
      logFailure(user.id, failure.code);
      updatePeople((people) => [...people.filter(({ id }) => id !== user.id), user]);
      recheckAfter(failure);
      return;
    }
    const outcome = await applyPersonChange({ type: "person.removed", userId: user.id });
    if (outcome.status === "refused") logFailure(`${user.id} in the planning`, outcome.code);
    else showToast({ message: userDeleted(fullName(user)), icon: <UserMinus /> });
    await reloadPeople();
  }

  return (user) => void deleteUser(user);
}

function logFailure(what: string, code: string): void {
  // oxlint-disable-next-line no-console -- the log is all that the specification wants here
  console.error(`User ${what} was not deleted: ${code}`);
}
