import { useId } from "react";
import { actionText } from "#text/phrases/actions.ts";
import { ownAccountText } from "#text/profile/own-account.ts";
import { OwnPasswordForm, ownPasswordOutcome } from "../own-password-form.tsx";
import { useAccountDeletion } from "./use-account-deletion.ts";

/** View of the profile for deleting the account: what is deleted, and the password again. */
export function AccountDeletionForm({ onReturn }: { readonly onReturn: () => void }) {
  const textId = useId();
  const deleteAccount = useAccountDeletion();
  return (
    <OwnPasswordForm
      title={ownAccountText.delete}
      describedBy={textId}
      passwordHint={ownAccountText.passwordHint}
      act={async (password) => ownPasswordOutcome(await deleteAccount(password))}
      failed={ownAccountText.deletionFailed}
      submitLabel={actionText.confirmDeletion}
      submitVariant="danger"
      returnLabel={actionText.cancel}
      onReturn={onReturn}
    >
      <div id={textId} className="flex flex-col gap-2">
        <p>{ownAccountText.whatGoes}</p>
        <ul className="list-disc pl-5">
          <li>{ownAccountText.account}</li>
          <li>{ownAccountText.sessions}</li>
          <li>{ownAccountText.answers}</li>
        </ul>
        <p>{ownAccountText.consequence}</p>
      </div>
    </OwnPasswordForm>
  );
}
