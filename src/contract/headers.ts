/** Headers that mean something to the calls of the API, in lower case. */
export const HEADERS = {
  /**
   * Of a planning answer: the number of the latest change in it, so that a reader of the change stream knows what it has
   * already. Absent where nothing of the planning was read.
   */
  position: "diapason-position",
  /**
   * Of a call that was kept while the server could not be reached: the id of whoever wanted it. It is refused when
   * somebody else is signed in by now (`session.other_person`).
   */
  person: "diapason-person",
  /** Makes a retry harmless: the id of the event or group that is to be created. */
  idempotencyKey: "idempotency-key",
  /** Of a stream that a browser opens again by itself: the position of what came last. */
  lastEventId: "last-event-id",
} as const;
