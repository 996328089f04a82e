/** Messages from an open page to a service worker. */
export type PageRequest =
  /** Replace the worker that serves the open pages. */
  | { readonly type: "activate" }
  /** Is the file at `url` part of your version? The answer, a boolean, is sent to the port of the message. */
  | { readonly type: "holds"; readonly url: string };
