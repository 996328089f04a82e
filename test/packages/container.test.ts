import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { validate } from "dockerfile-utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readSettings } from "#server/env.ts";
import {
  buildContainerImage,
  type ContainerImage,
  PACKAGING,
  readDockerfile,
} from "#test/support/container/container-image.ts";
import { RunningContainer } from "#test/support/container/running-container.ts";

interface ComposeService {
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes: readonly string[];
  readonly networks: readonly string[];
  readonly [key: string]: unknown;
}

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, unknown>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

/** A Debian, an installation and a build, on a busy machine. */
const BUILD_MS = 900_000;
/** The file `.env` that the comments of the compose files ask for. */
const ENV_FILE: Readonly<Record<string, string>> = {
  BASE_URL: "https://planning.example.org",
  POSTGRES_PASSWORD: "aLongRandomPassword",
};

/** Replaces `${NAME:-default}` and `${NAME:?message}` as Compose does. */
function filled(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
    const value = variables[name] ?? (kind === "-" ? rest : null);
    if (value === null) throw new Error(`${name}: ${rest}`);
    return value;
  });
}

function readCompose(name: string, variables = ENV_FILE): Compose {
  const text = readFileSync(join(PACKAGING, name), "utf8");
  return parse(text, (_, value: unknown) => (typeof value === "string" ? filled(value, variables) : value)) as Compose;
}

function serviceOf({ services }: Compose, name = "diapason"): ComposeService {
  const service = services[name];
  if (service === undefined) throw new Error(`no service ${name}`);
  return service;
}

const { version, dependencies } = JSON.parse(readFileSync(join(PACKAGING, "../../package.json"), "utf8")) as {
  version: string;
  dependencies: Record<string, string>;
};
const withSqlite = readCompose("compose.yaml");
const withPostgres = readCompose("compose.postgres.yaml");

describe("the container's files", () => {
  test("the Dockerfile and the scripts have no fault that a linter knows", () => {
    expect(validate(readDockerfile().text)).toEqual([]);
    const scripts = [join(PACKAGING, "stages.sh"), join(PACKAGING, "../diapason")];
    expect(execFileSync("shellcheck", scripts, { encoding: "utf8" })).toBe("");
  });

  test("the image names this version, and is built with the Node that Diapason runs on", () => {
    const { text } = readDockerfile();
    expect(text).toContain(`org.opencontainers.image.version="${version}"`);
    expect(text).toContain(`FROM node:${dependencies["node"]?.split(".")[0]}-bookworm-slim AS build`);
  });

  test("compose.yaml: a team's settings, SQLite in a volume, one address of this machine, no rights", () => {
    const service = serviceOf(withSqlite);
    const { settings, problems } = readSettings({ HOST: "0.0.0.0", ...service.environment });
    expect(problems).toBeUndefined();
    expect(settings).toMatchObject({ registration: "invite", isSharedFromStart: true, databaseUrl: null });
    expect(settings?.defaultAdmin.isOn).toBe(false);
    expect(settings?.trustedProxies.check("172.30.30.1")).toBe(true);
    expect(service).toMatchObject({
      ports: ["127.0.0.1:3000:3000"],
      volumes: ["data:/var/lib/diapason"],
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
    expect(Object.keys(withSqlite.volumes)).toEqual(["data"]);
    expect(withSqlite.networks).toEqual({
      front: { ipam: { config: [{ subnet: "172.30.30.0/24", gateway: "172.30.30.1" }] } },
    });
    expect(existsSync(join(PACKAGING, (service["build"] as { context: string }).context, ".dockerignore"))).toBe(true);
  });

  test("compose.postgres.yaml: the same with PostgreSQL, which nothing else reaches", () => {
    const [service, postgres] = [serviceOf(withPostgres), serviceOf(withPostgres, "postgres")];
    const environment = { ...serviceOf(withSqlite).environment, ...service.environment };
    const { settings, problems } = readSettings({ HOST: "0.0.0.0", ...environment });
    expect(problems).toBeUndefined();
    const { hostname, username, password, pathname } = new URL(settings?.databaseUrl ?? "");
    expect(postgres.environment).toEqual({
      POSTGRES_USER: username,
      POSTGRES_PASSWORD: password,
      POSTGRES_DB: pathname.slice(1),
    });
    expect(Object.keys(withPostgres.services)).toContain(hostname);
    expect(service["depends_on"]).toEqual({ [hostname]: { condition: "service_healthy" } });
    expect(postgres.networks).toEqual(["database"]);
    expect(service.networks).toContain("database");
    expect(withPostgres.networks).toEqual({ database: { internal: true } });
    expect(postgres["ports"]).toBeUndefined();
  });

  test("nothing starts without an address and a password of one's own", () => {
    expect(() => readCompose("compose.yaml", {})).toThrow("BASE_URL: The address that people type");
    expect(() => readCompose("compose.postgres.yaml", {})).toThrow("POSTGRES_PASSWORD: A long random password");
  });
});

describe("the container, built by the instructions of its Dockerfile from a bare Debian", () => {
  let folder: string;
  let image: ContainerImage;
  let container: RunningContainer;
  const leftovers: (() => Promise<void> | void)[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "diapason-container-"));
    leftovers.push(() => rmSync(folder, { recursive: true, force: true }));
    image = await buildContainerImage(folder);
    container = await RunningContainer.start(image, folder, serviceOf(withSqlite).environment);
    leftovers.push(() => container.remove());
  }, BUILD_MS);

  afterAll(async () => {
    for (const remove of leftovers.toReversed()) await remove();
  });

  test("has the release, and neither sources nor npm", () => {
    expect(existsSync(join(image.root, "opt/diapason/app/dist/server/main.js"))).toBe(true);
    for (const path of ["source", "usr/local/bin/npm", "usr/local/bin/node", "root/.npm"]) {
      expect(existsSync(join(image.root, path))).toBe(false);
    }
  });

  test("runs as a user who is not root, and has no capability", () => {
    const status = readFileSync(`/proc/${container.pid}/status`, "utf8");
    expect(status).toMatch(/^Uid:\t10001\t10001\t10001\t10001$/m);
    expect(status).toMatch(/^Gid:\t10001\t10001\t10001\t10001$/m);
    expect(status).toMatch(/^CapEff:\t0+$/m);
  });

  test("writes to its volume alone, which nobody else reads: all the rest is read-only", () => {
    expect(container.run(["touch", "/var/lib/diapason/here"]).code).toBe(0);
    for (const place of ["/opt/diapason/here", "/tmp/here", "/here"]) {
      expect(container.run(["touch", place]).output).toContain("Read-only file system");
    }
    expect(container.run(["stat", "--format=%U %a", "/var/lib/diapason"]).output).toBe("diapason 700\n");
    expect(existsSync(join(folder, "data/diapason.sqlite"))).toBe(true);
  });

  test("is healthy by its own check, which fails where nobody answers", () => {
    expect(container.run(image.healthcheck)).toEqual({ code: 0, output: "" });
    expect(container.run(["env", "PORT=3001", ...image.healthcheck])).toEqual({ code: 1, output: "" });
  });

  test("prints the first admin's link, by the command of the comments", () => {
    const { code, output } = container.run(["diapason", "admin", "marie@example.org"]);
    expect(output).toMatch(/^https:\/\/planning\.example\.org\/register\?invitation=\S+$/m);
    expect(code).toBe(0);
  });

  test("ends with 0 on the signal of a stop", async () => {
    expect((await container.stop()).code).toBe(0);
  });
});
