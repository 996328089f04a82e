import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { type Diapason, SERVER, startDiapason } from "../process/start-diapason.ts";
import { type RunningProxy, SITE } from "./proxies.ts";

const SERVER_FOLDER = join(import.meta.dirname, "../../../dist/server");

/** The public address. */
export const ORIGIN = `https://${SITE.name}`;

const SETTINGS = { BASE_URL: ORIGIN, TRUSTED_PROXY: "127.0.0.1", PORT: SITE.port, SHARING: "on" };

/** The built product on a proxy's machine, configured as the comments in the proxy's file say. */
export interface DiapasonBehind {
  /** Of the process that runs now. */
  readonly current: () => Diapason;
  /** Sends SIGTERM and waits for the end. The data stay. */
  readonly pause: () => Promise<number | null>;
  /** Starts it again with the same data. */
  readonly resume: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** The path of the one-time link that creates an admin's account, as the command prints it. */
  readonly adminLink: (email: string) => string;
}

/** Starts it. Its data folder is in the proxy's folder, which the test removes. */
export async function startDiapasonBehind({ machine, folder }: RunningProxy): Promise<DiapasonBehind> {
  const start = (settings = {}) => startDiapason({ ...SETTINGS, ...settings }, [...machine.enter, ...SERVER], folder);
  let current = await start();
  const { dataDir } = current;
  return {
    current: () => current,
    async pause() {
      process.kill(current.pid, "SIGTERM");
      return current.ended;
    },
    async resume() {
      current = await start({ DATA_DIR: dataDir });
    },
    async stop() {
      await current.stop();
    },
    adminLink(email) {
      const environment = { PATH: process.env["PATH"], DATA_DIR: dataDir, BASE_URL: ORIGIN };
      const words = [join(SERVER_FOLDER, "admin.js"), email];
      const printed = execFileSync(process.execPath, words, { cwd: dataDir, env: environment, encoding: "utf8" });
      const [address = ""] = printed.match(/https:\S+/) ?? [];
      return address.slice(ORIGIN.length);
    },
  };
}
