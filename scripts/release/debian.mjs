/**
 * Packs a release as a Debian package. The same release and date give the same bytes: dpkg-deb sorts the files, gives
 * them to root, and dates them by SOURCE_DATE_EPOCH.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { maintainer } from "./maintainer.mjs";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PACKAGING = join(ROOT, "packaging");
const DOCUMENTS = "usr/share/doc/diapason";
const SETTINGS_FILE = "/etc/diapason/diapason.env";
const SCRIPTS = ["postinst", "prerm", "postrm"];
/** @type {Readonly<Record<string, string>>} */
const ARCHITECTURES = { "linux-x64": "amd64", "linux-arm64": "arm64" };
/**
 * Debian's own compression, also where the system's dpkg-deb has another one. One thread: the number of threads changes
 * the bytes.
 */
const COMPRESSION = { DPKG_DEB_COMPRESSOR_TYPE: "xz", DPKG_DEB_THREADS_MAX: "1" };

/**
 * @typedef {object} DebianPackage
 * @property {string} release the folder of a release
 * @property {string} platform of the release
 * @property {string} version as in package.json
 * @property {Date} date
 * @property {string} folder where the package is written
 */

/**
 * Debian's variables, such as `DPKG_DEB_COMPRESSOR_TYPE`, may ask for a quicker compression.
 * @param {DebianPackage} wanted
 * @returns {Promise<string>} the package's path
 */
export async function packDebian({ release, platform, version, date, folder }) {
  const architecture = ARCHITECTURES[platform];
  if (architecture === undefined) throw new Error(`Debian has no name here for ${platform}.`);
  const words = {
    MAINTAINER: maintainer(ROOT),
    VERSION: debianVersion(version),
    ARCHITECTURE: architecture,
    DATE: date.toUTCString().replace("GMT", "+0000"),
  };
  const tree = mkdtempSync(join(tmpdir(), "diapason-debian-"));
  try {
    layProgram(tree, release);
    layDocuments(tree, release, words);
    layControl(tree, words);
    setModes(tree);
    const target = join(folder, `diapason_${words.VERSION}_${words.ARCHITECTURE}.deb`);
    mkdirSync(folder, { recursive: true });
    await runDpkgDeb(tree, target, date);
    return target;
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

/**
 * @param {string} tree
 * @param {string} target
 * @param {Date} date
 */
async function runDpkgDeb(tree, target, date) {
  const env = { ...COMPRESSION, ...process.env, SOURCE_DATE_EPOCH: String(date.getTime() / 1000) };
  const options = ["--root-owner-group", "--build", tree, target];
  await run("dpkg-deb", options, { env });
}

/**
 * `1.0.0-rc.1` comes before `1.0.0`, which Debian writes with a tilde.
 * @param {string} version
 */
export function debianVersion(version) {
  return `${version.replace("-", "~")}-1`;
}

/**
 * @param {string} tree
 * @param {string} release
 */
function layProgram(tree, release) {
  for (const part of ["bin", "app"]) {
    cpSync(join(release, part), join(tree, "usr/lib/diapason", part), { recursive: true, verbatimSymlinks: true });
  }
  lay(tree, "usr/bin/diapason", readFileSync(join(PACKAGING, "debian/diapason")), 0o755);
  lay(tree, "usr/lib/systemd/system/diapason.service", readFileSync(join(PACKAGING, "systemd/diapason.service")));
  lay(tree, SETTINGS_FILE, readFileSync(join(PACKAGING, "debian/diapason.env")));
  lay(tree, "usr/share/lintian/overrides/diapason", readFileSync(join(PACKAGING, "debian/lintian-overrides")));
}

/**
 * @param {string} tree
 * @param {string} release
 * @param {Record<string, string>} words
 */
function layDocuments(tree, release, words) {
  const licence = readFileSync(join(release, "LICENSE"), "utf8");
  lay(tree, `${DOCUMENTS}/copyright`, readFileSync(join(PACKAGING, "debian/copyright"), "utf8") + licence);
  lay(tree, `${DOCUMENTS}/README.Debian`, readFileSync(join(PACKAGING, "debian/README.Debian")));
  cpSync(join(release, "packaging"), join(tree, DOCUMENTS, "examples"), { recursive: true });
  const compressed = {
    changelog: readFileSync(join(ROOT, "CHANGELOG.md")),
    "changelog.Debian": fill("changelog", words),
    ...Object.fromEntries(
      readdirSync(release, { withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== "LICENSE")
        .map(({ name }) => [name, readFileSync(join(release, name))]),
    ),
  };
  for (const [name, content] of Object.entries(compressed)) {
    lay(tree, `${DOCUMENTS}/${name}.gz`, gzipSync(content, { level: 9 }));
  }
}

/**
 * Rights that depend neither on the umask nor on the release's own.
 * @param {string} tree
 */
function setModes(tree) {
  chmodSync(tree, 0o755);
  for (const path of pathsBelow(tree)) {
    const state = lstatSync(join(tree, path));
    if (state.isSymbolicLink()) continue;
    chmodSync(join(tree, path), state.isDirectory() || (state.mode & 0o100) !== 0 ? 0o755 : 0o644);
  }
  chmodSync(join(tree, SETTINGS_FILE), 0o640);
}

/**
 * @param {string} tree
 * @param {Record<string, string>} words
 */
function layControl(tree, words) {
  const files = pathsBelow(tree).filter((path) => lstatSync(join(tree, path)).isFile());
  const sums = files
    .filter((path) => `/${path}` !== SETTINGS_FILE)
    .map(
      (path) =>
        `${createHash("md5")
          .update(readFileSync(join(tree, path)))
          .digest("hex")}  ${path}\n`,
    );
  lay(tree, "DEBIAN/control", fill("control", { ...words, INSTALLED_SIZE: String(kibibytes(tree)) }));
  lay(tree, "DEBIAN/conffiles", `${SETTINGS_FILE}\n`);
  lay(tree, "DEBIAN/md5sums", sums.join(""));
  for (const name of SCRIPTS) lay(tree, `DEBIAN/${name}`, readFileSync(join(PACKAGING, "debian", name)), 0o755);
}

/**
 * As Debian counts: each file in whole kibibytes, everything else as one.
 * @param {string} tree
 */
function kibibytes(tree) {
  return pathsBelow(tree)
    .map((path) => lstatSync(join(tree, path)))
    .reduce((sum, state) => sum + (state.isFile() ? Math.ceil(state.size / 1024) : 1), 0);
}

/**
 * A file of packaging/debian with its words filled in.
 * @param {string} name
 * @param {Record<string, string>} words
 */
function fill(name, words) {
  const text = readFileSync(join(PACKAGING, "debian", name), "utf8");
  return text.replaceAll(/@([A-Z_]+)@/g, (_, word) => {
    const value = words[word];
    if (value === undefined) throw new Error(`packaging/debian/${name} asks for ${word}, which nothing says.`);
    return value;
  });
}

/** @param {string} tree */
function pathsBelow(tree) {
  return readdirSync(tree, { recursive: true, encoding: "utf8" }).toSorted();
}

/**
 * @param {string} tree
 * @param {string} path in the tree
 * @param {string | Buffer} content
 */
function lay(tree, path, content, mode = 0o644) {
  const file = join(tree, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  chmodSync(file, mode);
}
