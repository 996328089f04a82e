import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Passes bytes on unchanged in both directions. To the server it looks like nginx with kept-alive connections, HAProxy,
 * socat or `ssh -L`. It switches to another user only after the start, because that user may be unable to run this Node.
 */
const RELAY = `
const { createServer, connect } = require("node:net");
const [, port, host, uid] = process.argv;
if (uid !== "") {
  process.setgroups([]);
  process.setgid(Number(uid));
  process.setuid(Number(uid));
}
const relay = createServer((near) => {
  const far = connect(Number(port), host);
  near.pipe(far).pipe(near);
  near.on("error", () => far.destroy());
  far.on("error", () => near.destroy());
});
relay.listen(0, "127.0.0.1", () => console.log(relay.address().port));
`;

export interface TestRelay {
  /** The address on which it listens, without a trailing slash. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

interface RelayOptions {
  /** The user who runs the relay. Default: the user of this process. Another user requires root. */
  readonly uid?: number | undefined;
  /** The address of this machine at which the relay reaches the server. */
  readonly host?: string;
}

/** Starts a relay to a server on this machine. */
export async function startRelay(
  serverUrl: string,
  { uid, host = "127.0.0.1" }: RelayOptions = {},
): Promise<TestRelay> {
  const words = ["-e", RELAY, new URL(serverUrl).port, host, String(uid ?? "")];
  const child: ChildProcess = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  process.once("exit", () => child.kill("SIGKILL"));
  const ended = once(child, "exit").then(() => {
    throw new Error("The relay ended before it listened");
  });
  const [line] = await Promise.race([once(child.stdout as NodeJS.ReadableStream, "data"), ended]);
  return {
    url: `http://127.0.0.1:${String(line).trim()}`,
    async stop() {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}
