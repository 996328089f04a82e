/** A browser that Playwright cannot drive. It shows one page at a time. */
export interface Engine {
  /** Loads the address, until its document is parsed. */
  readonly open: (url: string) => Promise<void>;
  /** Runs a function, given as source text, with this argument in the page. */
  readonly run: (source: string, argument: unknown) => Promise<unknown>;
  /** Performs input as a device would: the actions of the WebDriver standard. */
  readonly act: (actions: readonly object[]) => Promise<void>;
  readonly resize: (width: number, height: number) => Promise<void>;
  /** Becomes a new device: no cookies, and an empty page. */
  readonly forget: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The environment of a browser in its own home folder, apart from the developer's browser. */
export function ownEnvironment(home: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    HOME: home,
    XDG_CACHE_HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_DATA_HOME: home,
    TZ: "Europe/Paris",
    LC_ALL: "C.UTF-8",
  };
}
