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
 * Fixed, so that the bytes are reproducible: other systems' dpkg-deb may compress in another way, and the number of
 * threads changes the output.
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
 * Packs the release. dpkg-deb's environment variables, such as `DPKG_DEB_COMPRESSOR_TYPE`, override `COMPRESSION`.
 * @param {DebianPackage} wanted
 * @returns {Promise<string>} the package's path
 */
export async function packDebian({ release, platform, version, date, folder }) {
  const architecture = ARCHITECTURES[platform];
  if (architecture === undefined) throw new Error(`Debian has no name here for ${platform}.`);
  const variables = {
    MAINTAINER: maintainer(ROOT),
    VERSION: debianVersion(version),
    ARCHITECTURE: architecture,
    DATE: date.toUTCString().replace("GMT", "+0000"),
  };
  const tree = mkdtempSync(join(tmpdir(), "diapason-debian-"));
  try {
    addProgram(tree, release);
    addDocuments(tree, release, variables);
    addControlFiles(tree, variables);
    setModes(tree);
    const target = join(folder, `diapason_${variables.VERSION}_${variables.ARCHITECTURE}.deb`);
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
 * `1.0.0-rc.1` becomes `1.0.0~rc.1-1`: in Debian a tilde sorts before the end of the version.
 * @param {string} version
 */
export function debianVersion(version) {
  return `${version.replace("-", "~")}-1`;
}

/**
 * @param {string} tree
 * @param {string} release
 */
function addProgram(tree, release) {
  for (const part of ["bin", "app"]) {
    cpSync(join(release, part), join(tree, "usr/lib/diapason", part), { recursive: true, verbatimSymlinks: true });
  }
  addFile(tree, "usr/bin/diapason", readFileSync(join(PACKAGING, "debian/diapason")), 0o755);
  addFile(tree, "usr/lib/systemd/system/diapason.service", readFileSync(join(PACKAGING, "systemd/diapason.service")));
  addFile(tree, SETTINGS_FILE, readFileSync(join(PACKAGING, "debian/diapason.env")));
  addFile(tree, "usr/share/lintian/overrides/diapason", readFileSync(join(PACKAGING, "debian/lintian-overrides")));
}

/**
 * @param {string} tree
 * @param {string} release
 * @param {Record<string, string>} variables
 */
function addDocuments(tree, release, variables) {
  const licence = readFileSync(join(release, "LICENSE"), "utf8");
  addFile(tree, `${DOCUMENTS}/copyright`, readFileSync(join(PACKAGING, "debian/copyright"), "utf8") + licence);
  addFile(tree, `${DOCUMENTS}/README.Debian`, readFileSync(join(PACKAGING, "debian/README.Debian")));
  cpSync(join(release, "packaging"), join(tree, DOCUMENTS, "examples"), { recursive: true });
  const compressed = {
    changelog: readFileSync(join(ROOT, "CHANGELOG.md")),
    "changelog.Debian": fill("changelog", variables),
    ...Object.fromEntries(
      readdirSync(release, { withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== "LICENSE")
        .map(({ name }) => [name, readFileSync(join(release, name))]),
    ),
  };
  for (const [name, content] of Object.entries(compressed)) {
    addFile(tree, `${DOCUMENTS}/${name}.gz`, gzipSync(content, { level: 9 }));
  }
}

/**
 * Sets all file modes, so that they depend neither on the umask nor on the release.
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
 * @param {Record<string, string>} variables
 */
function addControlFiles(tree, variables) {
  const files = pathsBelow(tree).filter((path) => lstatSync(join(tree, path)).isFile());
  const sums = files
    .filter((path) => `/${path}` !== SETTINGS_FILE)
    .map(
      (path) =>
        `${createHash("md5")
          .update(readFileSync(join(tree, path)))
          .digest("hex")}  ${path}\n`,
    );
  addFile(tree, "DEBIAN/control", fill("control", { ...variables, INSTALLED_SIZE: String(kibibytes(tree)) }));
  addFile(tree, "DEBIAN/conffiles", `${SETTINGS_FILE}\n`);
  addFile(tree, "DEBIAN/md5sums", sums.join(""));
  for (const name of SCRIPTS) addFile(tree, `DEBIAN/${name}`, readFileSync(join(PACKAGING, "debian", name)), 0o755);
}

/**
 * The installed size as Debian defines it: files rounded up to whole kibibytes, everything else counts as one.
 * @param {string} tree
 */
function kibibytes(tree) {
  return pathsBelow(tree)
    .map((path) => lstatSync(join(tree, path)))
    .reduce((sum, state) => sum + (state.isFile() ? Math.ceil(state.size / 1024) : 1), 0);
}

/**
 * A template of packaging/debian, with each `@NAME@` replaced by its variable.
 * @param {string} name
 * @param {Record<string, string>} variables
 */
function fill(name, variables) {
  const text = readFileSync(join(PACKAGING, "debian", name), "utf8");
  return text.replaceAll(/@([A-Z_]+)@/g, (_, word) => {
    const value = variables[word];
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
function addFile(tree, path, content, mode = 0o644) {
  const file = join(tree, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  chmodSync(file, mode);
}
