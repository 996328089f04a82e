#!/usr/bin/env node
/**
 * `npm run release`: makes dist/release/diapason-VERSION-PLATFORM.tar.gz for each platform, its list of components
 * (CycloneDX) beside it, and SHA256SUMS of all of them. `--platform linux-x64` makes that one alone. `--deb` makes a
 * Debian package of each, too, and needs dpkg-deb. DEBEMAIL and DEBFULLNAME name its maintainer.
 *
 * The same commit gives the same bytes, in any folder and at any time. All dates are those of the last commit, or
 * SOURCE_DATE_EPOCH where that is set.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { writeArchive } from "./archive.mjs";
import { writeBillOfMaterials } from "./bill-of-materials.mjs";
import { writeChecksums } from "./checksums.mjs";
import { debianVersion, packDebian } from "./debian.mjs";
import { sourceDate } from "./source-date.mjs";
import { PLATFORMS, writeReleaseFolder } from "./release-folder.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const OUT = join(ROOT, "dist/release");

/**
 * @param {string} platform
 * @param {string} version
 * @param {Date} date
 * @param {boolean} wantsDebian
 */
async function makeRelease(platform, version, date, wantsDebian) {
  const name = `diapason-${version}-${platform}`;
  const archive = join(OUT, `${name}.tar.gz`);
  const made = [archive];
  const stage = mkdtempSync(join(OUT, ".stage-"));
  try {
    const release = join(stage, name);
    await writeReleaseFolder(ROOT, release, platform);
    await writeArchive(stage, archive, date);
    if (wantsDebian) made.push(await packDebian({ release, platform, version, date, folder: OUT }));
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
  writeBillOfMaterials(ROOT, join(OUT, `${name}.cdx.json`), platform, date);
  for (const file of made) console.log(`${file} (${(statSync(file).size / 1_000_000).toFixed(1)} MB)`);
}

async function main() {
  const { values } = parseArgs({
    options: {
      platform: { type: "string", multiple: true, default: [...PLATFORMS] },
      deb: { type: "boolean", default: false },
    },
  });
  const unknown = values.platform.find((platform) => !PLATFORMS.includes(platform));
  if (unknown !== undefined) throw new Error(`No release for ${unknown}, only for ${PLATFORMS.join(" and ")}.`);
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const date = sourceDate(ROOT);
  mkdirSync(OUT, { recursive: true });
  await Promise.all(values.platform.map((platform) => makeRelease(platform, version, date, values.deb)));
  writeChecksums(OUT, [`diapason-${version}-`, `diapason_${debianVersion(version)}_`]);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
