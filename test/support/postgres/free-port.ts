import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below Linux's ephemeral ports (32,768 and above), which the system gives to outgoing connections and to servers on
 * port 0. So nothing else takes the port between this check and its use.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_767;

/** A port of this machine on which nothing listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    const probe = createServer();
    const isFree = once(probe.listen(port, "127.0.0.1"), "listening").then(
      () => true,
      () => false,
    );
    if (!(await isFree)) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
}
