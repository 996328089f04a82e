import { daysAddress, daysAround } from "#contract/planning/planning-addresses.ts";
import { addDays, monthOf } from "#domain/calendar/calendar.ts";
import { todayInParis } from "../team/month.ts";
import { GROUP, type Team } from "../team/start-team.ts";

/** What a browser sends with a call of its page. */
const BROWSER_HEADERS = [
  "accept: */*",
  "accept-encoding: gzip, deflate, br, zstd",
  "accept-language: fr-FR",
  "sec-fetch-site: same-origin",
  "user-agent: Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36",
];

/** A window begins, and ends, at most this many days outside the month. */
const MORE_DAYS = 150;

/** The bytes of a request of a browser. */
export function requestOf(
  url: string,
  method: string,
  path: string,
  { cookie, headers = [], body }: { cookie: string; headers?: readonly string[]; body?: object },
): string {
  const { host, origin } = new URL(url);
  const content = body === undefined ? "" : JSON.stringify(body);
  const contentHeaders = [`origin: ${origin}`, "content-type: application/json", `content-length: ${content.length}`];
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    ...BROWSER_HEADERS,
    `cookie: ${cookie}`,
    ...headers,
    ...(body === undefined ? [] : contentHeaders),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${content}`;
}

/** Windows of days that all contain the month and all differ: too many for the server to cache all of them. */
export function windowsAroundMonth(): string[] {
  const { from, to } = daysAround(monthOf(todayInParis()));
  return Array.from({ length: MORE_DAYS * MORE_DAYS }, (_, index) =>
    daysAddress(GROUP, {
      from: addDays(from, -(index % MORE_DAYS)),
      to: addDays(to, Math.floor(index / MORE_DAYS)),
    }),
  );
}

/** The answers that one person gives in turn. Each changes the former answer to the same event. */
export function answersInTurn({ events }: Pick<Team, "events">): { eventId: string; status: "present" | "absent" }[] {
  return events.flatMap(({ id }) => (["absent", "present"] as const).map((status) => ({ eventId: id, status })));
}
