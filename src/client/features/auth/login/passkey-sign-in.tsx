import { Fingerprint } from "lucide-react";
import { startTransition, useActionState, useEffect, useState } from "react";
import { callApi, failureOf } from "#client/http/call-api.ts";
import { canStorePasskeys } from "#client/session/passkeys/can-use-passkeys.ts";
import { credentialOf, NoPasskey } from "#client/session/passkeys/credential.ts";
import type { SignedIn } from "#client/session/session-api.ts";
import { useSession } from "#client/session/session-hooks.ts";
import { Button } from "#client/ui/buttons/button.tsx";
import { Alert, Notice } from "#client/ui/surfaces/message.tsx";
import { API } from "#contract/paths.ts";
import { PasskeyRequestOptions } from "#contract/sign-in/passkeys.ts";
import { Session } from "#contract/sign-in/sessions.ts";
import { failureSentence } from "#text/errors/errors.ts";
import { passkeySignInText } from "#text/profile/profile.ts";

/** Lets the user choose a passkey, and signs in with it. @throws NoPasskey, or ApiError if a call fails */
async function signInWithPasskey(rememberMe: boolean): Promise<SignedIn> {
  const request = { method: "POST", path: API.passkeyChallenge, body: {}, response: PasskeyRequestOptions } as const;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await callApi(request));
  const credential = await credentialOf(navigator.credentials.get({ publicKey }));
  return callApi({ method: "POST", path: API.passkeySignIn, body: { credential, rememberMe }, response: Session });
}

type Outcome = { readonly status: "nothing" | "not-used" } | { readonly status: "failed"; readonly reason: string };

/** The button that signs in with a passkey of this device. Renders nothing on a device that stores no passkeys. */
export function PasskeySignIn({ readRememberMe }: { readonly readRememberMe: () => boolean }) {
  const { signInWith } = useSession();
  const [isOffered, setIsOffered] = useState<boolean | null>(null);
  useEffect(() => {
    void canStorePasskeys().then(setIsOffered);
  }, []);

  async function trySignIn(): Promise<Outcome> {
    const rememberMe = readRememberMe();
    try {
      const failure = await failureOf(signInWith(() => signInWithPasskey(rememberMe), rememberMe));
      return failure === null ? { status: "nothing" } : { status: "failed", reason: failureSentence(failure) };
    } catch (error) {
      // The user has no passkey here, or cancelled. Browsers do not reveal which.
      if (error instanceof NoPasskey) return { status: "not-used" };
      throw error;
    }
  }

  const [outcome, act, isPending] = useActionState<Outcome>(trySignIn, { status: "nothing" });
  // Reserves the button's height while it is unknown whether the device stores passkeys, so that the page does not jump.
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
