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

/**
 * The header of the pages which say that a space is suspended, or does not exist. The service worker shows these pages. In
 * place of any other error page it opens the cached page, with which people can go on reading.
 */
export const NO_SPACE_HEADER = "diapason-no-space";
