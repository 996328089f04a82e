/** Messages from an open page to a service worker. */
export type PageRequest =
  /** Activate the waiting worker: it replaces the one that serves the open pages. */
  | { readonly type: "activate" }
  /** Ask whether the file at `url` is part of the worker's version. It sends a boolean to the port of the message. */
  | { readonly type: "holds"; readonly url: string };
