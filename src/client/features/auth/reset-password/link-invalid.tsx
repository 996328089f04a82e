import { Link } from "wouter";
import { Alert } from "#client/ui/message.tsx";
import { sentenceOf } from "#text/errors.ts";
import { passwordText } from "#text/passwords.ts";
import { LINK_CLASS } from "./link-class.ts";

/** A mail's link that was used, is too old, or is none: with the way to another. */
export function LinkInvalid() {
  return (
    <div className="flex flex-col gap-3">
      <Alert>{sentenceOf("reset.link_invalid")}</Alert>
      <p className="text-control font-normal">
        <Link href="/login" className={LINK_CLASS}>
          {passwordText.askForLink}
        </Link>
      </p>
    </div>
  );
}
