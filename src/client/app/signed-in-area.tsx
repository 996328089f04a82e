import type { ReactNode } from "react";
import { Redirect, Route, Switch } from "wouter";
import { layoutText } from "#text/shell/layout.ts";
import { useConnection } from "../planning/planning-hooks.ts";
import { PeopleProvider } from "../people/people-provider.tsx";
import { ToastProvider } from "../ui/overlays/toast.tsx";
import { PAGES } from "../pages.ts";
import { JoiningQuestion } from "./shell/joining-question.tsx";
import { CapableOnly, WithGroup } from "./arrival/guards.tsx";
import { Layout } from "./shell/layout.tsx";
import { WantedEventNotice, LostGroupLine } from "./arrival/place-notices.tsx";
import {
  AbsencesScreen,
  AddPeopleScreen,
  AdministrationScreen,
  AgendaScreen,
  CreateEventScreen,
  DashboardScreen,
  EditEventScreen,
  EventScreen,
  GridScreen,
  GroupScreen,
  NotificationsScreen,
  SelectGroupScreen,
  UsersScreen,
} from "./signed-in-screens.ts";
import { usePagePath } from "./arrival/use-page-path.ts";

/** Everything that only signed-in users see. */
export function SignedInArea() {
  return (
    <PeopleProvider>
      <ToastProvider place={usePagePath()} closeLabel={layoutText.close}>
        <Layout>
          <LostGroupLine />
          <WantedEventNotice />
          <Screens />
        </Layout>
      </ToastProvider>
    </PeopleProvider>
  );
}

function Screens(): ReactNode {
  const isShared = useConnection() !== null;
  return (
    <Switch>
      <Route path={PAGES.groupChoice}>
        <SelectGroupScreen />
      </Route>
      <Route path={PAGES.createEvent}>
        <CapableOnly capability="event.create">
          <WithGroup>
            <CreateEventScreen />
          </WithGroup>
        </CapableOnly>
      </Route>
      <Route path={PAGES.editEvent}>
        <CapableOnly capability="event.edit">
          <WithGroup>
            <EditEventScreen />
          </WithGroup>
        </CapableOnly>
      </Route>
      <Route path={PAGES.users}>
        <CapableOnly capability="user.promote">
          <UsersScreen />
        </CapableOnly>
      </Route>
      <Route path={PAGES.addPeople}>
        <CapableOnly capability="user.add">
          <AddPeopleScreen />
        </CapableOnly>
      </Route>
      <Route path={PAGES.administration}>
        <CapableOnly capability="team.invite">
          <AdministrationScreen />
        </CapableOnly>
      </Route>
      <Route path={PAGES.absences}>
        <AbsencesScreen />
      </Route>
      <Route path={PAGES.agenda}>
        <AgendaScreen />
      </Route>
      <Route path={PAGES.notifications}>
        <NotificationsScreen />
      </Route>
      <Route path={PAGES.group}>
        <WithGroup>
          <GroupScreen />
        </WithGroup>
      </Route>
      <Route path={PAGES.grid}>
        <WithGroup>
          <GridScreen />
        </WithGroup>
      </Route>
      <Route path={PAGES.event}>
        <WithGroup>
          <EventScreen />
        </WithGroup>
      </Route>
      <Route path={PAGES.home}>
        <WithGroup>
          <DashboardScreen question={isShared ? <JoiningQuestion /> : null} />
        </WithGroup>
      </Route>
      <Route>
        <Redirect to={PAGES.home} replace />
      </Route>
    </Switch>
  );
}
