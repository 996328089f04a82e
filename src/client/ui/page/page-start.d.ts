/** What somebody typed and pressed before the page's code was there. */
interface EarlyInput {
  readonly isPressed: boolean;
  /** Repeats it, oldest first, on the controls that are shown then. Waits for those that are not there yet. */
  readonly repeat: () => void;
}

/** What `public/page-start.js` does for the modules: it runs before them, and cannot import them. */
interface PageStart {
  /** The user whom the page shows as signed in. Input that is kept over a reload is theirs. */
  userId: string | null;
  /** The user of the page that has reloaded itself; `undefined` if this page was reached otherwise. */
  readonly reloadedFor: string | null | undefined;
  /** Calls `task` once, when what is shown now is painted, or the page is about to be hidden. */
  readonly afterPaint: (task: () => void) => void;
  /**
   * After the `error` of an import: reloads the page if the script is gone, as a newer version has other files. Resolves
   * with whether it does so, which it does once for each script.
   * @param isNeeded whether the page is useless without the script
   */
  readonly loadAnewAfter: (error: unknown, isNeeded: boolean) => Promise<boolean>;
  /** Reloads the page, and keeps what is typed on it. */
  readonly reload: () => void;
  /** To be called once, before the first drawing. */
  readonly takeInput: () => EarlyInput;
}

interface Window {
  pageStart: PageStart;
}
