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
