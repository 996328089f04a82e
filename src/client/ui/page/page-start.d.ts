/** What the user typed and pressed before the page's scripts ran. */
interface EarlyInput {
  /** Whether a button or a day was pressed. */
  readonly isPressed: boolean;
  /** Fills in lost text, then repeats the presses, oldest first. Waits for controls that are not drawn yet. */
  readonly repeat: () => void;
}

/** The functions of `public/page-start.js` for the modules. It runs before them, and cannot import them. */
interface PageStart {
  /** The signed-in user of the page. Typed input is restored after a reload for the same user only. */
  userId: string | null;
  /** If the page has reloaded itself: its signed-in user before that. `undefined` if the user opened or reloaded it. */
  readonly reloadedFor: string | null | undefined;
  /** Calls `task` once, after the next paint or when the page is hidden. */
  readonly afterPaint: (task: () => void) => void;
  /**
   * To be called with the `error` of a failed import: reloads the page if the script does not exist any more, because a newer
   * version has other files. Does so once for each script. Resolves with whether it reloads.
   * `isNeeded`: whether the page is useless without the script.
   */
  readonly reloadIfScriptGone: (error: unknown, options: { readonly isNeeded: boolean }) => Promise<boolean>;
  /** Reloads the page, and restores the typed input afterwards. */
  readonly reload: () => void;
  /** Returns the recorded input and stops recording. To be called once, before the page is drawn or hydrated. */
  readonly takeInput: () => EarlyInput;
}

interface Window {
  pageStart: PageStart;
}
