import { Fingerprint } from "lucide-react";
import { startTransition, useActionState, useEffect, useState } from "react";
import { failureOf } from "#client/http/failure-of.ts";
import { keepsPasskeys } from "#client/session/passkeys/can-use-passkeys.ts";
import { NoPasskeyUsed, signInWithPasskey } from "#client/session/passkeys/sign-in-with-passkey.ts";
import { useSession } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { Alert, Notice } from "#client/ui/surfaces/message.tsx";
import { passkeySignInText } from "#text/accounts/passkeys.ts";
import { failureSentence } from "#text/errors/errors.ts";

type Outcome = { readonly status: "nothing" | "not-used" } | { readonly status: "failed"; readonly reason: string };

/** Signs in with a key of this device. A device that keeps none is not offered what would only disappoint. */
export function PasskeySignIn({ isRemembered }: { readonly isRemembered: () => boolean }) {
  const { signInWith } = useSession();
  const [isOffered, setIsOffered] = useState<boolean | null>(null);
  useEffect(() => {
    void keepsPasskeys().then(setIsOffered);
  }, []);

  async function trySignIn(): Promise<Outcome> {
    const rememberMe = isRemembered();
    try {
      const failure = await failureOf(signInWith(() => signInWithPasskey(rememberMe), rememberMe));
      return failure === null ? { status: "nothing" } : { status: "failed", reason: failureSentence(failure) };
    } catch (error) {
      if (error instanceof NoPasskeyUsed) return { status: "not-used" };
      throw error;
    }
  }

  const [outcome, act, isPending] = useActionState<Outcome>(trySignIn, { status: "nothing" });
  // The button's room until the device has answered: most phones keep keys, and nothing moves there.
  if (isOffered === null) return <div className="min-h-11" />;
  if (!isOffered) return null;
  return (
    <div className="flex flex-col gap-3">
      <Button fullWidth icon={<Fingerprint />} isPending={isPending} onClick={() => startTransition(act)}>
        {passkeySignInText.signIn}
      </Button>
      {outcome.status === "not-used" ? <Notice>{passkeySignInText.notUsed}</Notice> : null}
      {outcome.status === "failed" ? <Alert>{outcome.reason}</Alert> : null}
    </div>
  );
}
