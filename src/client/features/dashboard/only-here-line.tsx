import { X } from "lucide-react";
import { Link } from "wouter";
import { OnlyHereNotice } from "#client/messages/only-here-notice.tsx";
import { PAGES } from "#client/pages.ts";
import { useOnlyHereNotice } from "#client/planning/publication/own-planning-hooks.ts";
import { buttonClass } from "#client/ui/buttons/button.tsx";
import { IconButton } from "#client/ui/buttons/icon-button.tsx";
import { sharingText } from "#text/groups/sharing.ts";
import { layoutText } from "#text/shell/layout.ts";

/** For admins, until they dismiss it: nobody else sees what they plan in this browser. */
export function OnlyHereLine() {
  const { isDue, dismiss } = useOnlyHereNotice();
  if (!isDue) return null;
  return (
    <OnlyHereNotice
      actions={
        <>
          <Link href={PAGES.groupChoice} className={buttonClass({ variant: "quiet", size: "compact" })}>
            {sharingText.share}
          </Link>
          <IconButton label={layoutText.close} icon={<X />} onClick={dismiss} />
        </>
      }
    >
      {sharingText.onlyHereNotice}
    </OnlyHereNotice>
  );
}
