import { MailWarning } from "lucide-react";
import { useId } from "react";
import { Link } from "wouter";
import { useAreMailsFiles } from "#client/session/passwords/mail-delivery.ts";
import { PAGES } from "#client/pages.ts";
import { mailText } from "#text/administration/administration.ts";
import { usersText } from "#text/users/users.ts";

/** On a server without MAIL_URL: informs admins that its mails reach nobody, and what to do instead. */
export function MailNotice() {
  const titleId = useId();
  if (!useAreMailsFiles()) return null;
  return (
    <section aria-labelledby={titleId} className="flex gap-3 rounded-strip bg-tied-soft px-4 py-3.5 text-tied">
      <MailWarning className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        <h2 id={titleId} className="text-name">
          {mailText.title}
        </h2>
        <p className="text-small text-ink">{mailText.hint}</p>
        <Link
          href={PAGES.users}
          className="inline-flex min-h-11 items-center text-small font-semibold text-primary underline underline-offset-2"
        >
          {usersText.manage}
        </Link>
      </div>
    </section>
  );
}
