import { failureOf } from "#client/http/failure-of.ts";
import { addPasskey, NoPasskeyMade } from "#client/session/passkeys/add-passkey.ts";
import { passkeyText } from "#text/profile/profile.ts";
import { actionText } from "#text/phrases/actions.ts";
import { OwnPasswordForm, type OwnPasswordOutcome, ownPasswordOutcome } from "../own-password-form.tsx";

interface PasskeyFormProps {
  readonly onAdded: () => void;
  readonly onReturn: () => void;
}

async function tryToAdd(password: string): Promise<OwnPasswordOutcome> {
  try {
    return ownPasswordOutcome(await failureOf(addPasskey(password)));
  } catch (error) {
    if (!(error instanceof NoPasskeyMade)) throw error;
    return { status: "failed", reason: error.reason === "known" ? passkeyText.alreadyHere : passkeyText.notMade };
  }
}

/** View of the profile for adding a passkey: the password again, then what the device asks. */
export function PasskeyForm({ onAdded, onReturn }: PasskeyFormProps) {
  return (
    <OwnPasswordForm
      title={passkeyText.add}
      passwordHint={passkeyText.passwordHint}
      act={tryToAdd}
      failed={passkeyText.addFailed}
      submitLabel={passkeyText.add}
      submitVariant="primary"
      returnLabel={actionText.back}
      onDone={onAdded}
      onReturn={onReturn}
    >
      <p>{passkeyText.hint}</p>
    </OwnPasswordForm>
  );
}
