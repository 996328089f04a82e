import { Link } from "wouter";
import { ScreenTitle, useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { PAGES } from "#client/pages.ts";
import { accountText } from "#text/accounts/accounts.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { AuthFrame } from "../auth-frame.tsx";
import { LINK_CLASS } from "../link-class.ts";
import { RegisterForm } from "./register-form.tsx";
import { useRegistrationAccess } from "../use-registration-access.ts";

export function RegisterScreen() {
  const { obstacle, isOpen, invitation, person } = useRegistrationAccess();
  useTitle(accountText.signUpTitle);
  return (
    <AuthFrame opening="register">
      <div className="mt-3 mb-5">
        <ScreenTitle>{accountText.signUpTitle}</ScreenTitle>
        <p className="mt-0.5 text-control font-normal text-ink-2">
          {accountText.alreadyRegistered}{" "}
          <Link href={PAGES.login} className={LINK_CLASS}>
            {accountText.signIn}
          </Link>
        </p>
      </div>
      <div className="flex flex-col gap-5">
        {obstacle === null ? null : <Alert>{sentenceOf(obstacle)}</Alert>}
        {isOpen ? <RegisterForm invitation={invitation} person={person} /> : null}
      </div>
    </AuthFrame>
  );
}
