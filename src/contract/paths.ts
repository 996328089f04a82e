export * as API from "./api-paths.ts";

/**
 * The pages that the server knows: links of mails and invitations lead there, some are served with other headers, and
 * some with the data that they show.
 */
export const LINKED_PAGES = {
  home: "/",
  groupChoice: "/select-group",
  group: "/group",
  users: "/users",
  register: "/register",
  resetPassword: "/reset-password",
  /** Followed by the event's id. */
  events: "/events/",
} as const;

/** Followed by a token and `.ics`: somebody's calendar, for their calendar program. */
export const CALENDAR_FEEDS = "/calendar/";

type Filled<Path extends string> = Path extends `${infer Head}{${string}}${infer Tail}`
  ? `${Head}${string}${Filled<Tail>}`
  : Path;

/** `path` with the names in braces replaced, in their order. */
export function fillPath<Path extends string>(path: Path, ...values: readonly string[]): Filled<Path> {
  const left = [...values];
  return path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(left.shift() ?? "")) as Filled<Path>;
}
