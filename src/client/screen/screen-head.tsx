import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { actionText } from "#text/phrases/actions.ts";
import { PAGES } from "../pages.ts";
import { BackButton } from "../ui/buttons/back-button.tsx";
import { goBack } from "../ui/buttons/go-back.ts";
import { ScreenTitle, useTitle } from "../ui/surfaces/screen-title.tsx";

interface WayBackProps {
  /** The address to open if there is no previous screen; the dashboard by default. */
  readonly to?: string | undefined;
  readonly isCompact?: boolean;
}

export function WayBack({ to = PAGES.home, isCompact = false }: WayBackProps) {
  const [, navigate] = useLocation();
  return <BackButton label={actionText.back} isCompact={isCompact} onClick={() => goBack(() => navigate(to))} />;
}

interface ScreenHeadProps {
  /** Title of the screen and of the document. */
  readonly title: string;
  readonly wayBack?: string;
  /** Shown at the right of the back button. */
  readonly children?: ReactNode;
}

export function ScreenHead({ title, wayBack, children }: ScreenHeadProps) {
  useTitle(title);
  return (
    <>
      {children === undefined ? (
        <WayBack to={wayBack} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <WayBack to={wayBack} />
          {children}
        </div>
      )}
      <ScreenTitle>{title}</ScreenTitle>
    </>
  );
}
