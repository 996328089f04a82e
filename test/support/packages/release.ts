import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { sourceDigest } from "../../../scripts/build-stamp.mjs";
import { NPM } from "../process/start-diapason.ts";

const run = promisify(execFile);

const ROOT = join(import.meta.dirname, "../../..");
const OUT = join(ROOT, "dist/release");
/** What `npm run release` reads, apart from the sources of the build. */
const INPUTS = [
  "scripts/release/*",
  "packaging/diapason",
  "packaging/{caddy,debian,grafana,nginx,prometheus,systemd}/*",
  "docs/installer.md",
  "CHANGELOG.md",
  "LICENSE",
  "THIRD-PARTY-NOTICES.md",
];
/** Fast compression: the real one of the Debian package takes a minute. */
const QUICK = { DPKG_DEB_COMPRESSOR_TYPE: "gzip", DPKG_DEB_COMPRESSOR_LEVEL: "1" };

export interface BuiltRelease {
  readonly version: string;
  /** `diapason-VERSION-linux-ARCH`: the folder inside the archive. */
  readonly name: string;
  /** The `.tar.gz`. */
  readonly archive: string;
  /** The `.deb`. */
  readonly debianPackage: string;
  /** The `.cdx.json`. */
  readonly billOfMaterials: string;
  /** The archive, unpacked. Tests share it and must not write there. */
  readonly folder: string;
}

/**
 * The release of this checkout, made by `npm run release` and unpacked with the system's `tar`. It is cached in
 * dist/release until one of its inputs changes.
 */
export async function builtRelease(arch: "x64" | "arm64"): Promise<BuiltRelease> {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
  const name = `diapason-${version}-linux-${arch}`;
  const unpacked = join(OUT, "unpacked");
  const release: BuiltRelease = {
    version,
    name,
    archive: join(OUT, `${name}.tar.gz`),
    debianPackage: join(OUT, `diapason_${version}-1_${arch === "x64" ? "amd64" : arch}.deb`),
    billOfMaterials: join(OUT, `${name}.cdx.json`),
    folder: join(unpacked, name),
  };
  const stamp = join(unpacked, `${name}.stamp`);
  const digest = releaseDigest();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return release;
  await rm(stamp, { force: true });
  const [npm = "", ...words] = NPM;
  const env = { ...process.env, ...QUICK };
  await run(npm, [...words, "run", "release", "--", "--deb", "--platform", `linux-${arch}`], { env });
  await rm(release.folder, { recursive: true, force: true });
  await mkdir(unpacked, { recursive: true });
  await run("tar", ["--extract", "--file", release.archive, "--directory", unpacked]);
  await writeFile(stamp, digest);
  return release;
}

function releaseDigest(): string {
  const digest = createHash("sha256").update(sourceDigest(ROOT));
  for (const file of globSync(INPUTS, { cwd: ROOT }).toSorted()) digest.update(readFileSync(join(ROOT, file)));
  return digest.digest("hex");
}
