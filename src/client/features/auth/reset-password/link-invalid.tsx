import { Link } from "wouter";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { PAGES } from "#client/pages.ts";
import { sentenceOf } from "#text/errors/errors.ts";
import { passwordText } from "#text/accounts/passwords.ts";
import { LINK_CLASS } from "../link-class.ts";

/** For a reset link that was used, is too old or was never valid; offers to request another one. */
export function LinkInvalid() {
  return (
    <div className="flex flex-col gap-3">
      <Alert>{sentenceOf("reset.link_invalid")}</Alert>
      <p className="text-control font-normal">
        <Link href={PAGES.login} className={LINK_CLASS}>
          {passwordText.askForLink}
        </Link>
      </p>
    </div>
  );
}
