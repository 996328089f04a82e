import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startDiapason, type Diapason } from "../process/start-diapason.ts";

const ROOT = join(import.meta.dirname, "../../..");
const TEXT = /\.(js|css|html)$/;
/** In the service worker's precache list: the revision of a file without a hash in its name. */
const REVISION = /(revision:[`"]\w+)([`"])/g;
/** Builds that tests running at the same time write into `dist`, and delete. */
const BUILD_OF_TESTS = /dist\/(server-in-)?tests-\d+$/;
const COMPRESSED = /\.(br|gz)$/;

/** A copy of the built product that can be changed, and restarted at the same address with the same data. */
export class CopiedProduct {
  readonly #folder: string;
  #running: Diapason | null = null;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async create(): Promise<CopiedProduct> {
    const folder = await mkdtemp(join(tmpdir(), "diapason-copy-"));
    const filter = (path: string) => !BUILD_OF_TESTS.test(path);
    await cp(join(ROOT, "dist"), join(folder, "dist"), { recursive: true, filter });
    await cp(join(ROOT, "package.json"), join(folder, "package.json"));
    await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
    return new CopiedProduct(folder);
  }

  get url(): string {
    if (!this.#running) throw new Error("It is not running");
    return this.#running.url;
  }

  async start(port = "0"): Promise<void> {
    const settings = { PORT: port, DATA_DIR: join(this.#folder, "data") };
    this.#running = await startDiapason(settings, [process.execPath, join(this.#folder, "dist/server/main.js")]);
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
  }

  async delete(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true });
  }

  /**
   * Restarts as another version at the same address: renames each asset, as if its content had changed, and replaces each
   * `[old, new]` text.
   */
  async upgrade(...replacements: readonly (readonly [string, string])[]): Promise<void> {
    const { port } = new URL(this.url);
    await this.stop();
    const site = join(this.#folder, "dist/client");
    const assets = join(site, "assets");
    const files = await readdir(assets);
    for (const name of files.filter((file) => COMPRESSED.test(file))) await rm(join(assets, name));
    const renamed = files
      .filter((file) => !COMPRESSED.test(file))
      .map((name) => [name, name.replace(/\.(\w+)$/, "x.$1")] as const);
    for (const [name, next] of renamed) await rename(join(assets, name), join(assets, next));
    for (const folder of [site, assets]) await this.#replaceIn(folder, [...renamed, ...replacements]);
    await this.start(port);
  }

  async #replaceIn(folder: string, replacements: readonly (readonly [string, string])[]): Promise<void> {
    for (const name of await readdir(folder)) {
      if (COMPRESSED.test(name)) await rm(join(folder, name));
      if (!TEXT.test(name)) continue;
      const text = await readFile(join(folder, name), "utf8");
      const next = replacements.reduce((result, [from, to]) => result.replaceAll(from, to), text);
      await writeFile(join(folder, name), next.replaceAll(REVISION, "$1x$2"));
    }
  }
}
