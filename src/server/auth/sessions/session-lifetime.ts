const DAY = 24 * 60 * 60;

/** How long a remembered session lives without being used, in seconds. */
export const SESSION_SECONDS = 30 * DAY;
/** A session that is used is prolonged once it is this old, in seconds. */
export const SESSION_REFRESH_SECONDS = DAY;
/** How long a session that is not remembered may live; its cookie goes with the browser. */
export const SHORT_SESSION_SECONDS = DAY;
/** Even a session that is used every day ends after this long, in seconds. */
export const LONGEST_SESSION_SECONDS = 365 * DAY;
