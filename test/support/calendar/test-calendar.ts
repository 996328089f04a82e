import ICAL from "ical.js";
import { sync } from "node-ical";

/** An entry of a calendar, as two independent libraries read it. */
export interface ReadEntry {
  readonly uid: string;
  readonly summary: string;
  readonly location: string;
  readonly description: string;
  readonly status: string;
  readonly sequence: number;
  /** As written: the wall time and the zone. */
  readonly starts: string;
  readonly ends: string;
  /** ISO 8601, in UTC: by the rules that come with the calendar. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly changedAt: string;
}

/** By ical.js, which knows no zones: it has to use those of the calendar. */
export function readEntries(text: string): ReadEntry[] {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const zones = new Map(
    calendar.getAllSubcomponents("vtimezone").map((component) => {
      const zone = new ICAL.Timezone(component);
      return [zone.tzid, zone];
    }),
  );
  return calendar.getAllSubcomponents("vevent").map((component) => {
    const textOf = (name: string) => String(component.getFirstPropertyValue(name) ?? "");
    const timeOf = (name: string) => {
      const property = component.getFirstProperty(name);
      const time = property?.getFirstValue() as ICAL.Time;
      const tzid = property?.getParameter("tzid");
      const zone = zones.get(String(tzid));
      const inZone = time.clone();
      inZone.zone = zone ?? ICAL.Timezone.utcTimezone;
      return { written: `${time.toString()} ${String(tzid ?? "")}`.trim(), at: inZone.toJSDate().toISOString() };
    };
    const [start, end] = [timeOf("dtstart"), timeOf("dtend")];
    return {
      uid: textOf("uid"),
      summary: textOf("summary"),
      location: textOf("location"),
      description: textOf("description"),
      status: textOf("status"),
      sequence: Number(textOf("sequence")),
      starts: start.written,
      ends: end.written,
      startsAt: start.at,
      endsAt: end.at,
      changedAt: timeOf("dtstamp").at,
    };
  });
}

function plain(text: string | { readonly val: string } | undefined): string {
  return typeof text === "string" ? text : (text?.val ?? "");
}

/** The same by node-ical, which knows the zones by their names. */
export function readEntriesByName(text: string): Pick<ReadEntry, "uid" | "summary" | "startsAt" | "endsAt">[] {
  return Object.values(sync.parseICS(text)).flatMap((component) =>
    component?.type === "VEVENT"
      ? [
          {
            uid: component.uid,
            summary: plain(component.summary),
            startsAt: component.start.toISOString(),
            endsAt: component.end?.toISOString() ?? "",
          },
        ]
      : [],
  );
}
