import { useState } from "react";
import { upcoming } from "#domain/calendar.ts";
import { may, roleOf } from "#domain/permissions.ts";
import {
  useGroupEvents,
  useGroupNeeds,
  useNeed,
  useSelectedGroupId,
  useVisibleEvents,
} from "#client/planning/planning-hooks.ts";
import { useToday } from "#client/planning/today.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { CalendarRegion } from "./calendar-region.tsx";
import { UpcomingList } from "./upcoming-list.tsx";

/** The month and the next events of the selected group. */
export function DashboardScreen() {
  const user = useUser();
  const today = useToday();
  const groupId = useSelectedGroupId() ?? "";
  const groupEvents = useGroupEvents(groupId);
  const visibleEvents = useVisibleEvents();
  const [attempt, setAttempt] = useState(0);
  const status = useNeed({ type: "upcoming", groupId, from: today }, attempt);
  useGroupNeeds([groupId, ...visibleEvents.map((event) => event.groupId)]);
  const canAdd = may(roleOf(user), "event.create");
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_324px]">
      <CalendarRegion events={visibleEvents} today={today} user={user} groupId={groupId} canAdd={canAdd} />
      <UpcomingList
        events={upcoming(groupEvents, today)}
        status={status}
        canAdd={canAdd}
        onRetry={() => setAttempt(attempt + 1)}
      />
    </div>
  );
}
