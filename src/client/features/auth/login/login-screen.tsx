import { Link } from "wouter";
import { usePublicConfig } from "#client/session/public-config.ts";
import { useSession } from "#client/session/session-hooks.ts";
import { Notice } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { ScreenTitle, useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { PAGES } from "#client/pages.ts";
import { accountText, defaultAdminHint, ownAccountText, sessionEndText } from "#text/accounts/accounts.ts";
import { AuthFrame } from "../auth-frame.tsx";
import { LINK_CLASS } from "../link-class.ts";
import { LoginForm } from "./login-form.tsx";

/** Explains why the user was signed out; renders nothing if they came by themselves. */
function SignOutNotice() {
  const { signOutReason } = useSession();
  if (signOutReason === null) return null;
  if (signOutReason === "account_deleted") return <StatusMessage>{ownAccountText.deleted}</StatusMessage>;
  return <Notice>{sessionEndText[signOutReason]}</Notice>;
}

export function LoginScreen() {
  const defaultAdmin = usePublicConfig()?.defaultAdmin;
  useTitle(accountText.signInTitle);
  return (
    <AuthFrame opening="login">
      <div className="mt-4 mb-4">
        <ScreenTitle>{accountText.signInTitle}</ScreenTitle>
      </div>
      <div className="not-empty:mb-5">
        <SignOutNotice />
      </div>
      <LoginForm />
      <div className="mt-auto pt-6 text-center text-control font-normal text-ink-2">
        <p>
          {accountText.noAccountYet}{" "}
          <Link href={PAGES.register} className={LINK_CLASS}>
            {accountText.signUpTitle}
          </Link>
        </p>
        {defaultAdmin ? (
          <p className="mt-3 text-small text-balance text-ink-3">{defaultAdminHint(defaultAdmin.email)}</p>
        ) : null}
      </div>
    </AuthFrame>
  );
}
