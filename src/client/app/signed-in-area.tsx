import type { ReactNode } from "react";
import { Redirect, Route, Switch } from "wouter";
import { usePathname } from "wouter/use-browser-location";
import { PeopleProvider } from "../people/people-provider.tsx";
import { ToastProvider } from "../ui/toast.tsx";
import { CapableOnly, WithGroup } from "./guards.tsx";
import { Layout } from "./layout.tsx";
import {
  AdministrationScreen,
  CreateEventScreen,
  DashboardScreen,
  EventScreen,
  GroupScreen,
  SelectGroupScreen,
  UsersScreen,
} from "./signed-in-screens.ts";

/** All that is for whoever is signed in. */
export function SignedInArea() {
  return (
    <PeopleProvider>
      <ToastProvider place={usePathname()}>
        <Layout>
          <Screens />
        </Layout>
      </ToastProvider>
    </PeopleProvider>
  );
}

function Screens(): ReactNode {
  return (
    <Switch>
      <Route path="/select-group">
        <SelectGroupScreen />
      </Route>
      <Route path="/create-event">
        <CapableOnly capability="event.create">
          <WithGroup>
            <CreateEventScreen />
          </WithGroup>
        </CapableOnly>
      </Route>
      <Route path="/users">
        <CapableOnly capability="user.promote">
          <UsersScreen />
        </CapableOnly>
      </Route>
      <Route path="/administration">
        <CapableOnly capability="team.invite">
          <AdministrationScreen />
        </CapableOnly>
      </Route>
      <Route path="/group">
        <WithGroup>
          <GroupScreen />
        </WithGroup>
      </Route>
      <Route path="/events/:eventId">
        <WithGroup>
          <EventScreen />
        </WithGroup>
      </Route>
      <Route path="/">
        <WithGroup>
          <DashboardScreen />
        </WithGroup>
      </Route>
      <Route>
        <Redirect to="/" replace />
      </Route>
    </Switch>
  );
}
