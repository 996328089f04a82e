/** What an open page asks of a service worker. */
export type PageRequest =
  /** Take over from the one that serves the open pages. */
  | { readonly type: "activate" }
  /** Is the file at `url` of your version? The answer, a boolean, comes by the port that goes with the request. */
  | { readonly type: "holds"; readonly url: string };
