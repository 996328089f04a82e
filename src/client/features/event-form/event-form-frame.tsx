import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { PAGES } from "#client/pages.ts";
import { BackButton } from "#client/ui/buttons/back-button.tsx";
import { goBack } from "#client/ui/buttons/go-back.ts";
import { ScreenTitle, useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { actionText } from "#text/phrases/actions.ts";

export function EventFormSkeleton() {
  return (
    <div aria-busy="true" className="mx-auto flex w-full max-w-[568px] flex-col gap-6 pt-11">
      <Skeleton className="h-9 w-60 max-w-full rounded-chip" />
      <Skeleton className="h-12 rounded-control" />
      <Skeleton className="h-12 rounded-control" />
      <Skeleton className="h-12 rounded-control" />
    </div>
  );
}

interface EventFormFrameProps {
  readonly title: string;
  /** Where to go without an earlier screen; the dashboard by default. */
  readonly wayBack?: string;
  readonly children: (leave: () => void) => ReactNode;
}

export function EventFormFrame({ title, wayBack = PAGES.home, children }: EventFormFrameProps) {
  const [, navigate] = useLocation();
  const leave = () => goBack(() => navigate(wayBack));
  useTitle(title);
  return (
    <div className="mx-auto flex -mt-2 min-h-[calc(100dvh-8.125rem)] w-full max-w-[568px] flex-col px-1 sm:min-h-0">
      <BackButton label={actionText.back} className="self-start" onClick={leave} />
      <ScreenTitle>{title}</ScreenTitle>
      {children(leave)}
    </div>
  );
}
