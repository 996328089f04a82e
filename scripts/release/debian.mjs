/**
 * Packs a release as a Debian package. The same release and date give the same bytes: dpkg-deb sorts the files, gives
 * them to root, and dates them by SOURCE_DATE_EPOCH.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PACKAGING = join(ROOT, "packaging");
const DOCUMENTS = "usr/share/doc/diapason";
const SETTINGS_FILE = "/etc/diapason/diapason.env";
const SCRIPTS = ["postinst", "prerm", "postrm"];
/** Debian's names of what Node calls `process.arch`. */
const ARCHITECTURES = { x64: "amd64", arm64: "arm64" };
/** One thread: several would cut the data where the machine's processors end. */
const COMPRESSION = ["-Zxz", "--threads-max=1"];

/**
 * @typedef {object} DebianPackage
 * @property {string} release the folder of a release
 * @property {keyof typeof ARCHITECTURES} architecture
 * @property {string} version as in package.json
 * @property {number} date in seconds since 1970
 * @property {string} folder where the package is written
 * @property {readonly string[]} [compression] options of dpkg-deb
 */

/**
 * @param {DebianPackage} wanted
 * @returns {string} the package's path
 */
export function packDebian({ release, architecture, version, date, folder, compression = COMPRESSION }) {
  const words = {
    VERSION: debianVersion(version),
    ARCHITECTURE: ARCHITECTURES[architecture],
    DATE: new Date(date * 1000).toUTCString().replace("GMT", "+0000"),
  };
  const tree = mkdtempSync(join(tmpdir(), "diapason-debian-"));
  try {
    layProgram(tree, release);
    layDocuments(tree, release, words);
    setModes(tree);
    layControl(tree, words);
    const target = join(folder, `diapason_${words.VERSION}_${words.ARCHITECTURE}.deb`);
    mkdirSync(folder, { recursive: true });
    const environment = { ...process.env, SOURCE_DATE_EPOCH: String(date) };
    const options = ["--root-owner-group", ...compression, "--build", tree, target];
    const { status, error, stderr } = spawnSync("dpkg-deb", options, { env: environment, encoding: "utf8" });
    if (status !== 0) throw new Error(`dpkg-deb failed: ${error?.message ?? stderr}`);
    return target;
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
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
 * Rights that do not depend on the umask of whoever made the release.
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
    .map((path) => `${createHash("md5").update(readFileSync(join(tree, path))).digest("hex")}  ${path}\n`);
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
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
  writeFileSync(file, content);
  chmodSync(file, mode);
}
