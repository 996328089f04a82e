import { Redirect, useLocation } from "wouter";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { BackButton } from "#client/ui/buttons/back-button.tsx";
import { Button } from "#client/ui/buttons/button.tsx";
import { goBack } from "#client/ui/buttons/go-back.ts";
import { Card } from "#client/ui/surfaces/card.tsx";
import { EmptyStaff } from "#client/ui/surfaces/empty-staff.tsx";
import { ScreenTitle, useTitle } from "#client/ui/surfaces/screen-title.tsx";
import { Skeleton } from "#client/ui/surfaces/skeleton.tsx";
import { PAGES } from "#client/pages.ts";
import { agendaText } from "#text/agenda/agenda.ts";
import { actionText } from "#text/phrases/actions.ts";
import { layoutText } from "#text/shell/layout.ts";
import { CalendarLink } from "./calendar-link.tsx";
import { useCalendarLink } from "./use-calendar-link.ts";

function AgendaPage() {
  const [, navigate] = useLocation();
  const { state, reload, renew, remove } = useCalendarLink();
  useTitle(agendaText.title);
  return (
    <div className="mx-auto w-full max-w-[560px]">
      <header className="-mt-2 mb-4">
        <BackButton label={actionText.back} onClick={() => goBack(() => navigate(PAGES.home))} />
        <ScreenTitle>{agendaText.title}</ScreenTitle>
        <p className="mt-1 text-balance text-ink-2">{agendaText.lead}</p>
      </header>
      {state.status === "loading" ? <Skeleton className="h-72 rounded-card" /> : null}
      {state.status === "ready" ? <CalendarLink address={state.address} onRenew={renew} onRemove={remove} /> : null}
      {state.status === "failed" ? (
        <Card as="div">
          <EmptyStaff
            title={agendaText.loadFailed}
            hint={state.reason}
            action={<Button onClick={() => void reload()}>{layoutText.retry}</Button>}
          />
        </Card>
      ) : null}
    </div>
  );
}

/**
 * Shows the address from which the user's calendar program reads their events. Only a shared planning has one. Until the
 * server has answered, the planning counts as shared.
 */
export function AgendaScreen() {
  return useSharingState() === "local" ? <Redirect to={PAGES.home} replace /> : <AgendaPage />;
}
