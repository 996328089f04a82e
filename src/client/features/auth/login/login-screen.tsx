import { Link } from "wouter";
import { usePublicConfig } from "#client/session/public-config.ts";
import { useSession } from "#client/session/session-hooks.ts";
import { StatusMessage } from "#client/ui/message.tsx";
import { ScreenTitle, useTitle } from "#client/ui/screen-title.tsx";
import { accountText, defaultAdminHint } from "#text/accounts.ts";
import { ownAccountText } from "#text/own-account.ts";
import { EntryFrame } from "./entry-frame.tsx";
import { LINK_CLASS } from "./link-class.ts";
import { LoginForm } from "./login-form.tsx";

export function LoginScreen() {
  const { isAccountDeleted } = useSession();
  const defaultAdmin = usePublicConfig()?.defaultAdmin;
  useTitle(accountText.signInTitle);
  return (
    <EntryFrame opening="login">
      <div className="mt-4 mb-4">
        <ScreenTitle>{accountText.signInTitle}</ScreenTitle>
      </div>
      <div className="[&>:not(:empty)]:mb-5">
        <StatusMessage>{isAccountDeleted ? ownAccountText.deleted : null}</StatusMessage>
      </div>
      <LoginForm />
      <div className="mt-auto pt-8 text-center text-control font-normal text-ink-2">
        <p>
          {accountText.noAccountYet}{" "}
          <Link href="/register" className={LINK_CLASS}>
            {accountText.signUpTitle}
          </Link>
        </p>
        {defaultAdmin ? (
          <p className="mt-3 text-small text-balance text-ink-3">{defaultAdminHint(defaultAdmin.email)}</p>
        ) : null}
      </div>
    </EntryFrame>
  );
}
