import type { FC, ReactNode } from "react";
import { Redirect, Route, Switch } from "wouter";
import type { Capability } from "#domain/permissions.ts";
import { layoutText } from "#text/shell/layout.ts";
import { DashboardScreen as Dashboard } from "../features/dashboard/dashboard-screen.tsx";
import { EventCardSkeleton } from "../loading/event-card-skeleton.tsx";
import { PAGES } from "../pages.ts";
import { Skeleton } from "../ui/surfaces/skeleton.tsx";
import { lazyScreen, withArrival } from "./arrival/arrival.tsx";
import { CapableOnly, WithGroup } from "./arrival/guards.tsx";

function ScreenSkeleton() {
  return (
    <div aria-busy="true" className="mx-auto flex w-full max-w-[560px] flex-col gap-4 pt-2">
      <span className="sr-only">{layoutText.loading}</span>
      <Skeleton className="h-8 w-1/2 rounded-control" />
      <EventCardSkeleton />
      <EventCardSkeleton />
    </div>
  );
}

interface Access {
  /** Users without it are redirected to the dashboard. */
  readonly capability?: Capability;
  /** Whether the screen needs a selected group. */
  readonly isOfGroup?: true;
}

/** The route of a screen whose file is loaded when it is first shown. */
function screen(path: string, load: () => Promise<FC>, { capability, isOfGroup }: Access = {}) {
  const Screen = lazyScreen(load, ScreenSkeleton);
  const shown = isOfGroup ? (
    <WithGroup>
      <Screen />
    </WithGroup>
  ) : (
    <Screen />
  );
  return (
    <Route key={path} path={path}>
      {capability === undefined ? shown : <CapableOnly capability={capability}>{shown}</CapableOnly>}
    </Route>
  );
}

const SCREENS: readonly ReactNode[] = [
  screen(PAGES.groupChoice, async () => (await import("./select-group.tsx")).SelectGroup),
  screen(
    PAGES.createEvent,
    async () => (await import("../features/event-form/create-event-screen.tsx")).CreateEventScreen,
    { capability: "event.create", isOfGroup: true },
  ),
  screen(PAGES.editEvent, async () => (await import("../features/event-form/edit-event-screen.tsx")).EditEventScreen, {
    capability: "event.edit",
    isOfGroup: true,
  }),
  screen(PAGES.users, async () => (await import("../features/users/users-screen.tsx")).UsersScreen, {
    capability: "user.promote",
  }),
  screen(PAGES.addPeople, async () => (await import("../features/add-people/add-people-screen.tsx")).AddPeopleScreen, {
    capability: "user.add",
  }),
  screen(PAGES.services, async () => (await import("../features/services/services-screen.tsx")).ServicesScreen, {
    capability: "service.manage",
  }),
  screen(
    PAGES.administration,
    async () => (await import("../features/administration/administration-screen.tsx")).AdministrationScreen,
    { capability: "team.invite" },
  ),
  screen(PAGES.absences, async () => (await import("../features/absences/absences-screen.tsx")).AbsencesScreen),
  screen(PAGES.agenda, async () => (await import("../features/agenda/agenda-screen.tsx")).AgendaScreen),
  screen(
    PAGES.notifications,
    async () => (await import("../features/notifications/notifications-screen.tsx")).NotificationsScreen,
  ),
  screen(PAGES.group, async () => (await import("../features/group-page/group-screen.tsx")).GroupScreen, {
    isOfGroup: true,
  }),
  screen(PAGES.grid, async () => (await import("../features/grid/grid-screen.tsx")).GridScreen, { isOfGroup: true }),
  screen(
    PAGES.repertoire,
    async () => (await import("../features/repertoire/repertoire-screen.tsx")).RepertoireScreen,
    {
      isOfGroup: true,
    },
  ),
  screen(PAGES.event, async () => (await import("../features/event-detail/event-screen.tsx")).EventScreen, {
    isOfGroup: true,
  }),
];

// Not lazy, because everybody opens it. `lazyScreen` gives the other screens their arrival: title and focus.
const DashboardScreen = withArrival(Dashboard);

/** @param question shown on the dashboard: whether to join the group */
export function Screens({ question }: { readonly question: ReactNode }) {
  return (
    <Switch>
      {SCREENS}
      <Route path={PAGES.home}>
        <WithGroup>
          <DashboardScreen question={question} />
        </WithGroup>
      </Route>
      <Route>
        <Redirect to={PAGES.home} replace />
      </Route>
    </Switch>
  );
}
