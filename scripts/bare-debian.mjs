/** Makes a minimal Debian in a folder (a chroot), and copies this machine's Node and npm into it on request. */
import { spawnSync } from "node:child_process";
import { cpSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const CERTIFICATES = "/etc/ssl/certificates-of-the-host.crt";
const PROXY_SETTING = /^(https?|no)_proxy$/i;

/**
 * Runs a program of this machine. @throws Error with its output when it fails
 * @param {string} command
 * @param {string[]} args
 */
export function run(command, ...args) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed: ${error?.message ?? stdout + stderr}`);
  return stdout.trim();
}

/**
 * Needs root and mmdebstrap.
 * @param {string} root
 */
export function makeBareDebian(root) {
  run("mmdebstrap", "--variant=minbase", "bookworm", root);
}

/**
 * Copies this machine's Node and npm into it.
 * @param {string} root
 */
export function addNode(root) {
  const npm = process.env["npm_execpath"] ?? run("which", "npm");
  cpSync(dirname(dirname(realpathSync(npm))), join(root, "usr/local/lib/node_modules/npm"), { recursive: true });
  cpSync(process.execPath, join(root, "usr/local/bin/node"));
  run("ln", "-s", "../lib/node_modules/npm/bin/npm-cli.js", join(root, "usr/local/bin/npm"));
}

/** @param {string} setting */
function npmSetting(setting) {
  const value = run("npm", "config", "get", setting);
  return value === "null" || value === "undefined" ? [] : [value];
}

/**
 * Copies name resolution, and the certificates that this machine's npm or Node trusts, into the root. Returns the
 * environment variables for proxies, registry and certificates, as `NAME=value`.
 * @param {string} root
 */
export function networkSettings(root) {
  writeFileSync(join(root, "etc/hosts"), "127.0.0.1\tlocalhost\n::1\tlocalhost\n");
  cpSync("/etc/resolv.conf", join(root, "etc/resolv.conf"), { dereference: true });
  const proxies = Object.entries(process.env).filter(([name]) => PROXY_SETTING.test(name));
  const registry = npmSetting("registry").map((value) => ["NPM_CONFIG_REGISTRY", value]);
  const trusted = [...npmSetting("cafile"), process.env["NODE_EXTRA_CA_CERTS"] ?? ""].filter(Boolean).slice(0, 1);
  const certificates = trusted.flatMap((file) => {
    cpSync(file, join(root, CERTIFICATES), { dereference: true });
    return ["NPM_CONFIG_CAFILE", "NODE_EXTRA_CA_CERTS"].map((name) => [name, CERTIFICATES]);
  });
  return [...proxies, ...registry, ...certificates].map(([name, value]) => `${name}=${value}`);
}
