export * as API from "./api-paths.ts";

/**
 * The pages that the server knows: links in mails and invitations lead to them, some are served with other headers, and
 * some with the data that they show.
 */
export const LINKED_PAGES = {
  home: "/",
  login: "/login",
  groupChoice: "/select-group",
  group: "/group",
  users: "/users",
  register: "/register",
  resetPassword: "/reset-password",
  notifications: "/notifications",
  /** With a token in `t`: ends one kind of mail for one person (RFC 8058). The server writes this page itself. */
  unsubscribe: "/unsubscribe",
  /** Where the answer links in mails lead. A separate page, not a screen of the application. */
  answer: "/answer",
  confirmEmail: "/confirm-email",
  absences: "/absences",
  /** Followed by the event's id. */
  events: "/events/",
} as const;

/** The event id in the address of an event's page; `null` for other addresses. */
export function eventIdIn(path: string): string | null {
  const id = path.startsWith(LINKED_PAGES.events) ? path.slice(LINKED_PAGES.events.length) : "";
  return id === "" || id.includes("/") ? null : id;
}

/** The file behind `LINKED_PAGES.answer`. */
export const ANSWER_PAGE_FILE = "/answer.html";

/** Where password managers look for the form that changes a password. */
export const CHANGE_PASSWORD = "/.well-known/change-password";

/** Added to the address of a screen, it opens the form that changes the password there. */
export const PASSWORD_FORM = "#mot-de-passe";

/** For monitoring programs. It is not part of the page's API. */
export const METRICS_PATH = "/metrics";

/** Followed by a token and `.ics`: the calendar of one person, for calendar programs. */
export const CALENDAR_FEEDS = "/calendar/";

type Filled<Path extends string> = Path extends `${infer Head}{${string}}${infer Tail}`
  ? `${Head}${string}${Filled<Tail>}`
  : Path;

/** `path` with the names in braces replaced by `values`, in order. */
export function fillPath<Path extends string>(path: Path, ...values: readonly string[]): Filled<Path> {
  const remaining = values.values();
  return path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(remaining.next().value ?? "")) as Filled<Path>;
}

/** `path` with these query parameters, encoded. Values that are `null` are left out. */
export function withQuery<Path extends string>(
  path: Path,
  values: Readonly<Record<string, string | null>>,
): Path | `${Path}${"?" | "&"}${string}` {
  const parameters = Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return parameters.length === 0 ? path : `${path}${path.includes("?") ? "&" : "?"}${parameters.join("&")}`;
}

/** Request and response headers of the API, in lower case. */
export const HEADERS = {
  /**
   * In a response: the log position of its data, so that the page knows which streamed changes it already has. Absent
   * if no planning data was read.
   */
  position: "diapason-position",
  /**
   * In a call: the id of the user who made it, perhaps while the server was unreachable, or in a tab that does not know yet
   * that another user signed in. The call is refused if another user is signed in now (`session.other_person`).
   */
  person: "diapason-person",
  /** The id of the event or group to create. It makes retries harmless. */
  idempotencyKey: "idempotency-key",
  /** Sent by a browser that reconnects to a stream: the position of the last event. */
  lastEventId: "last-event-id",
} as const;
