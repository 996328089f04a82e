/** For how many days deleted things can be restored. A file of its own, because every first visit needs it. */
export const TRASH_KEPT_DAYS = 30;
