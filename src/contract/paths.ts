export * as API from "./api-paths.ts";

/**
 * The pages that the server knows: links of mails and invitations lead there, some are served with other headers, and
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
  /** With a token in `t`: ends one kind of mail for one person (RFC 8058). The server writes this page, without the application. */
  unsubscribe: "/unsubscribe",
  /** Where the answer links in mails lead. A separate page: the application has no such screen. */
  answer: "/answer",
  confirmEmail: "/confirm-email",
  absences: "/absences",
  /** Followed by the event's id. */
  events: "/events/",
} as const;

/** The file behind `LINKED_PAGES.answer`. */
export const ANSWER_PAGE_FILE = "/answer.html";

/** Where password managers look for the form that changes a password. */
export const CHANGE_PASSWORD = "/.well-known/change-password";

/** Added to the address of a screen, opens the form that changes a password on it. */
export const PASSWORD_FORM = "#mot-de-passe";

/** What a monitoring program reads. It belongs to the server, not to the API of the page. */
export const METRICS_PATH = "/metrics";

/** Followed by a token and `.ics`: somebody's calendar, for their calendar program. */
export const CALENDAR_FEEDS = "/calendar/";

type Filled<Path extends string> = Path extends `${infer Head}{${string}}${infer Tail}`
  ? `${Head}${string}${Filled<Tail>}`
  : Path;

/** `path` with the names in braces replaced by `values`, in order. */
export function fillPath<Path extends string>(path: Path, ...values: readonly string[]): Filled<Path> {
  const left = [...values];
  return path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(left.shift() ?? "")) as Filled<Path>;
}

/** `path` with these values, encoded; those that are `null` are left out. */
export function withQuery<Path extends string>(
  path: Path,
  values: Readonly<Record<string, string | null>>,
): Path | `${Path}${"?" | "&"}${string}` {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return given.length === 0 ? path : `${path}${path.includes("?") ? "&" : "?"}${given.join("&")}`;
}

/** Request and response headers of the API, in lower case. */
export const HEADERS = {
  /**
   * Of a planning response: the log position of its data, so that a reader of the change stream knows which changes it
   * already has. Absent when no planning data was read.
   */
  position: "diapason-position",
  /**
   * Of a call that was queued while the server was unreachable: the id of the user who made it. Refused when another
   * user is signed in now (`session.other_person`).
   */
  person: "diapason-person",
  /** The id of the event or group to create. It makes retries harmless. */
  idempotencyKey: "idempotency-key",
  /** Sent by a browser that reconnects to a stream: the position of the last event. */
  lastEventId: "last-event-id",
} as const;
