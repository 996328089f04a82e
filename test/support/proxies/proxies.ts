import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { createLocalCertificate, type LocalCertificate } from "./local-authority.ts";
import { type MachineProgram, type OwnMachine, startOwnMachine } from "./own-machine.ts";

const PACKAGING = join(import.meta.dirname, "../../../packaging");
/** What the shipped files contain in place of an operator's own. */
const EXAMPLE = { name: "planning.example.org", port: "3000" };
/** What an operator of the tests has instead. */
export const SITE = { name: "louange.example.net", port: "3417" };

/** A proxy, how an operator sets it up, and where it writes. */
interface ProxyKind {
  /** The shipped file. */
  readonly file: string;
  /** Changes that an operator makes besides name and port: the certificate. */
  readonly certify: (text: string, certificate: LocalCertificate) => string;
  /** The folders that stand in place of the system's, by their path, and the place of the file below them. */
  readonly folders: readonly string[];
  readonly place: string;
  /** Where it writes besides its output. */
  readonly logs: readonly string[];
  /** Ends with an error where the file is not right. */
  readonly check: readonly string[];
  readonly start: readonly string[];
}

export const PROXIES = {
  nginx: {
    file: join(PACKAGING, "nginx/diapason.conf"),
    certify: (text, { certificate, key }) =>
      text.replace(/(?<=ssl_certificate ).*(?=;)/, certificate).replace(/(?<=ssl_certificate_key ).*(?=;)/, key),
    folders: ["/etc/nginx/sites-enabled", "/var/log/nginx", "/var/lib/nginx", "/run"],
    place: "/etc/nginx/sites-enabled/diapason.conf",
    logs: ["access.log", "error.log", "diapason.log", "diapason-error.log"].map((file) => `/var/log/nginx/${file}`),
    check: ["nginx", "-t"],
    start: ["nginx", "-g", "daemon off;"],
  },
  caddy: {
    file: join(PACKAGING, "caddy/Caddyfile"),
    certify: (text) => text.replace("# tls ", "tls "),
    folders: ["/etc/caddy"],
    place: "/etc/caddy/Caddyfile",
    logs: [],
    check: ["caddy", "validate", "--config", "/etc/caddy/Caddyfile"],
    start: ["caddy", "run", "--config", "/etc/caddy/Caddyfile"],
  },
} as const satisfies Readonly<Record<string, ProxyKind>>;

export type ProxyName = keyof typeof PROXIES;

export interface RunningProxy {
  /** For its files, and for what else belongs to its machine. */
  readonly folder: string;
  readonly machine: OwnMachine;
  readonly authority: string;
  /** The shipped file, and what the operator made of it. */
  readonly shipped: string;
  readonly used: string;
  /** Everything that it has logged. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

/** Whether anybody answers at port 80. */
function isListening(door: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asking = request({ socketPath: door, headers: { host: SITE.name } }, (answer) => {
      answer.resume();
      resolve(true);
    });
    asking.on("error", () => resolve(false));
    asking.end();
  });
}

async function listens(program: MachineProgram, door: string): Promise<void> {
  const ended = program.ended.then(() => {
    throw new Error(`The proxy ended:\n${program.output()}`);
  });
  let isOpen = false;
  while (!isOpen) isOpen = await Promise.race([isListening(door), ended]);
}

/** Sets the proxy up in `folder` as its comments say, checks its file as they say, and starts it. */
export async function startProxy(name: ProxyName, folder: string): Promise<RunningProxy> {
  const kind: ProxyKind = PROXIES[name];
  const own = Object.fromEntries(kind.folders.map((path) => [path, join(folder, path)]));
  for (const path of Object.values(own)) mkdirSync(path, { recursive: true });
  const certificates = join(folder, "etc/caddy");
  mkdirSync(certificates, { recursive: true });
  const certificate = createLocalCertificate(certificates, SITE.name);
  const shipped = readFileSync(kind.file, "utf8");
  const named = kind.certify(shipped, certificate).replaceAll(EXAMPLE.name, SITE.name);
  const used = named.replaceAll(`127.0.0.1:${EXAMPLE.port}`, `127.0.0.1:${SITE.port}`);
  writeFileSync(join(folder, kind.place), used);
  const machine = await startOwnMachine(folder, own);
  const [command = "", ...words] = [...machine.enter, ...kind.check];
  execFileSync(command, words, { stdio: "pipe" });
  const program = machine.run(kind.start, { HOME: folder });
  await listens(program, machine.doorTo(80));
  return {
    folder,
    machine,
    authority: certificate.authority,
    shipped,
    used,
    log: () => [program.output(), ...kind.logs.map((file) => readFileSync(join(folder, file), "utf8"))].join("\n"),
    async stop() {
      await program.stop();
      await machine.stop();
    },
  };
}
