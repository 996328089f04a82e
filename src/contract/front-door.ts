/** The front door's addresses. Its forms send to `create` and `find`; mailed links lead to `link`. */
export const FRONT_DOOR = {
  create: "/create",
  find: "/find",
  link: "/open",
  /** `GET ?slug=`: whether a space may have this address. */
  free: "/api/spaces/free",
} as const;

/** The file of its page, which the server fills in. */
export const FRONT_DOOR_FILE = "/front-door.html";

/** The response of `free`. */
export interface FreeSlug {
  readonly isFree: boolean;
}
