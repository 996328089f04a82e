import { X } from "lucide-react";
import { Link } from "wouter";
import { OnlyHereNotice } from "#client/messages/only-here-notice.tsx";
import { PAGES } from "#client/pages.ts";
import { useOnlyHereNotice } from "#client/planning/publication/own-planning-hooks.ts";
import { buttonClass } from "#client/ui/buttons/button.tsx";
import { IconButton } from "#client/ui/buttons/icon-button.tsx";
import { sharingText } from "#text/groups/sharing.ts";
import { layoutText } from "#text/shell/layout.ts";

/** Warns admins that their planning is stored in this browser only, so nobody else sees it. Shown until dismissed. */
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
