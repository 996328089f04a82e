import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { createLocalCertificate, type LocalCertificate } from "./local-authority.ts";
import { type MachineProgram, type OwnMachine, startOwnMachine } from "./own-machine.ts";

const PACKAGING = join(import.meta.dirname, "../../../packaging");
/** The placeholders in the shipped files. */
const EXAMPLE = { name: "planning.example.org", port: "3000" };
/** The values that replace them, as an operator would. */
export const SITE = { name: "louange.example.net", port: "3417" };

/** How an operator sets a kind of proxy up, and where it writes. */
interface ProxyKind {
  /** The shipped file. */
  readonly file: string;
  /** Enters the certificate in the file's text. */
  readonly certify: (text: string, certificate: LocalCertificate) => string;
  /** The system's folders that the test replaces, and the path of the file in one of them. */
  readonly folders: readonly string[];
  readonly place: string;
  /** Where it writes besides its output. */
  readonly logs: readonly string[];
  /** A command that fails if the file is not valid. */
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
  /** For its files, and for other files of its machine. */
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

/** Whether the proxy responds at port 80. */
function isListening(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asking = request({ socketPath, headers: { host: SITE.name } }, (answer) => {
      answer.resume();
      resolve(true);
    });
    asking.on("error", () => resolve(false));
    asking.end();
  });
}

async function waitUntilListening(program: MachineProgram, socketPath: string): Promise<void> {
  const ended = program.ended.then(() => {
    throw new Error(`The proxy ended:\n${program.output()}`);
  });
  let isOpen = false;
  while (!isOpen) isOpen = await Promise.race([isListening(socketPath), ended]);
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
  await waitUntilListening(program, machine.socketTo(80));
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
