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
  /** ISO 8601, in UTC. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly changedAt: string;
}

/** The entries of a calendar file, read by ical.js, which knows no time zone but UTC. */
export function readEntries(text: string): ReadEntry[] {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  return calendar.getAllSubcomponents("vevent").map((component) => {
    const textOf = (name: string) => String(component.getFirstPropertyValue(name) ?? "");
    const timeOf = (name: string) => {
      const time = component.getFirstPropertyValue(name) as ICAL.Time;
      if (time.zone !== ICAL.Timezone.utcTimezone) throw new Error(`${name} ${time.toString()} is not in UTC`);
      return time.toJSDate().toISOString();
    };
    return {
      uid: textOf("uid"),
      summary: textOf("summary"),
      location: textOf("location"),
      description: textOf("description"),
      status: textOf("status"),
      sequence: Number(textOf("sequence")),
      startsAt: timeOf("dtstart"),
      endsAt: timeOf("dtend"),
      changedAt: timeOf("dtstamp"),
    };
  });
}

function plain(text: string | { readonly val: string } | undefined): string {
  return typeof text === "string" ? text : (text?.val ?? "");
}

/** The same, read by node-ical. */
export function readEntriesAgain(text: string): Pick<ReadEntry, "uid" | "summary" | "startsAt" | "endsAt">[] {
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
