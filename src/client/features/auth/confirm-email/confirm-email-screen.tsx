import { Link } from "wouter";
import { useSession } from "#client/session/session-hooks.ts";
import { Button, buttonClass } from "#client/ui/buttons/button.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { ScreenTitle, useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { PAGES } from "#client/pages.ts";
import { accountText } from "#text/accounts/accounts.ts";
import { confirmationText } from "#text/accounts/confirmation.ts";
import { layoutText } from "#text/shell/layout.ts";
import { AuthFrame } from "../auth-frame.tsx";
import { useLinkToken } from "../use-link-token.ts";
import { ConfirmationLinkInvalid } from "./confirmation-link-invalid.tsx";
import { useConfirmation } from "./use-confirmation.ts";

/** Target of the link in a confirmation mail; signed-in users may open it too. */
export function ConfirmEmailScreen() {
  const { user } = useSession();
  const { state, retry } = useConfirmation(useLinkToken());
  const isDone = state.status === "confirmed";
  const title = isDone ? confirmationText.confirmed : confirmationText.title;
  useTitle(title);
  return (
    <AuthFrame opening="register">
      <div className="mt-3 mb-5">
        <ScreenTitle>{title}</ScreenTitle>
      </div>
      <StatusMessage>{isDone ? confirmationText.whatFollows : null}</StatusMessage>
      {isDone ? (
        <Link
          href={user === null ? PAGES.login : PAGES.home}
          className={`mt-5 ${buttonClass({ variant: "primary", size: "large", fullWidth: true })}`}
        >
          {user === null ? accountText.signIn : confirmationText.home}
        </Link>
      ) : null}
      {state.status === "confirming" ? <Skeleton className="h-12 rounded-strip" /> : null}
      {state.status === "link-invalid" ? <ConfirmationLinkInvalid /> : null}
      {state.status === "failed" ? (
        <div className="flex flex-col gap-5">
          <Alert>{state.reason}</Alert>
          <Button variant="primary" size="large" fullWidth onClick={retry}>
            {layoutText.retry}
          </Button>
        </div>
      ) : null}
    </AuthFrame>
  );
}
