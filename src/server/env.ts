import { readFileSync } from "node:fs";
import { BlockList, isIP, isIPv6 } from "node:net";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import * as z from "zod/mini";
import { Email, withAsciiDomain } from "#contract/accounts/account-fields.ts";
import { PASSWORD_MAX, PASSWORD_MIN } from "#contract/sign-in/passwords.ts";
import { unreadableSettings, wrongSetting } from "#text/doctor/settings-check.ts";

/** 16 characters of base64 carry 96 bits. Shorter secrets could be found by brute force. */
const SECRET_MIN = 16;
const HOST_NAME = /^(?!-)[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})*$/i;
/** A token that an Authorization header can carry (RFC 6750). */
const BEARER_TOKEN = /^[\w\-.~+/]+=*$/;
/** An address, with or without a name before it. Both parts of the address are ASCII. */
const MAILBOX = /^(?:[^\r\n<>]*<[!-;=?A-~]+@[!-;=?A-~]+>|[!-;=?A-~]+@[!-;=?A-~]+)$/;

/** Converts the domain to ASCII (punycode), because other mail servers may accept no other characters. */
const Mailbox = z.pipe(
  z.string().check(z.overwrite((from) => from.replace(/@[^\s<>@]+(?=>?$)/, withAsciiDomain))),
  checkedText((from) => MAILBOX.test(from)),
);

const Secret = z.string().check(z.minLength(SECRET_MIN));
const OnOff = z.stringbool({ truthy: ["on"], falsy: ["off"], case: "sensitive" });

function checkedText(isValid: (value: string) => boolean) {
  return z.string().check(z.refine(isValid));
}

function numberIf(isValid: (text: string) => boolean) {
  return z.pipe(checkedText(isValid), z.transform(Number));
}

/** A whole number from 1 on. */
const Count = numberIf((text) => /^[1-9]\d{0,6}$/.test(text));

const MEGABYTE = 1024 * 1024;

/** A URL with one of these protocols. */
function urlOf(protocols: readonly string[], isValid: (url: URL) => boolean) {
  return checkedText((text) => {
    const url = URL.parse(text);
    return url !== null && protocols.includes(url.protocol) && isValid(url);
  });
}

function isOrigin({ pathname, search, hash, username, password }: URL): boolean {
  return pathname === "/" && !search && !hash && !username && !password;
}

/** Returns whether `read` accepts a text, rather than throwing an error. */
function acceptedBy(read: (text: string) => unknown): (text: string) => boolean {
  return (text) => {
    try {
      read(text);
      return true;
    } catch {
      return false;
    }
  };
}

/** Never checked, because it is valid, and the check would delay each start by some milliseconds. */
const DEFAULT_TIME_ZONE = "Europe/Paris";

const isKnownTimeZone = acceptedBy((timeZone) => new Intl.DateTimeFormat("fr", { timeZone }));

/** Reads addresses (`192.0.2.1`) and networks (`192.0.2.0/24`). @throws Error for anything else */
function readNetworks(text: string): BlockList {
  const list = new BlockList();
  for (const network of text.split(/[\s,]+/).filter(Boolean)) {
    const [, address = "", prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(network) ?? [];
    const [family, longestPrefix] = isIPv6(address) ? (["ipv6", 128] as const) : (["ipv4", 32] as const);
    list.addSubnet(address, Number(prefix ?? longestPrefix), family);
  }
  return list;
}

/** Each setting: its check, its default, and its value where that is no text. */
const Environment = z.object({
  HOST: z.prefault(
    checkedText((host) => isIP(host) !== 0 || HOST_NAME.test(host)),
    "127.0.0.1",
  ),
  PORT: z.prefault(
    numberIf((port) => /^\d{1,5}$/.test(port) && Number(port) <= 65_535),
    "3000",
  ),
  DATA_DIR: z.prefault(z.string(), "./data"),
  DATABASE_URL: z.optional(urlOf(["postgres:", "postgresql:"], ({ pathname }) => pathname.length > 1)),
  BASE_URL: z.optional(urlOf(["http:", "https:"], isOrigin)),
  HSTS_INCLUDE_SUBDOMAINS: z.prefault(OnOff, "off"),
  TRUSTED_PROXY: z.prefault(checkedText(acceptedBy(readNetworks)), ""),
  AUTH_SECRET: z.optional(Secret),
  METRICS_TOKEN: z.optional(
    z.pipe(
      Secret,
      checkedText((token) => BEARER_TOKEN.test(token)),
    ),
  ),
  MAIL_URL: z.optional(urlOf(["smtp:", "smtps:"], ({ hostname }) => hostname !== "")),
  MAIL_FROM: z.prefault(Mailbox, "Diapason <diapason@localhost>"),
  DEFAULT_ADMIN: z.optional(OnOff),
  DEFAULT_ADMIN_EMAIL: z.prefault(
    z.pipe(
      checkedText((email) => Email.safeParse(email).success),
      Email,
    ),
    "admin@diapason.example",
  ),
  DEFAULT_ADMIN_PASSWORD: z.prefault(
    checkedText((password) => password.length >= PASSWORD_MIN && password.length <= PASSWORD_MAX),
    "diapason-admin",
  ),
  REGISTRATION: z.prefault(z.enum(["open", "invite"]), "open"),
  SHARING: z.prefault(OnOff, "off"),
  TIME_ZONE: z.prefault(
    checkedText((name) => name === DEFAULT_TIME_ZONE || isKnownTimeZone(name)),
    DEFAULT_TIME_ZONE,
  ),
  SPACES: z.prefault(OnOff, "off"),
  SPACE_CREATION: z.prefault(z.enum(["open", "closed"]), "open"),
  SPACES_OPEN: z.prefault(Count, "200"),
  SPACE_MAX_PEOPLE: z.prefault(Count, "300"),
  SPACE_MAX_MEGABYTES: z.prefault(Count, "200"),
});

/** The name of every setting in the environment and in `.env`. */
export const SETTING_NAMES: readonly string[] = Object.keys(Environment.shape);

/** @param host a name or an address (IPv6 with or without brackets) */
function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, "");
}

/** Whether only this machine can reach `host`, which is a name or an address (IPv6 with or without brackets). */
export function isLoopback(host: string): boolean {
  const name = withoutBrackets(host).toLowerCase();
  return name === "localhost" || name === "::1" || (isIP(name) === 4 && name.startsWith("127."));
}

/** Derives the settings from the validated values. */
function settingsOf(read: z.infer<typeof Environment>) {
  const baseUrl = read.BASE_URL === undefined ? null : new URL(read.BASE_URL).origin;
  const isPrivate = isLoopback(read.HOST) && (baseUrl === null || isLoopback(new URL(baseUrl).hostname));
  // Its default password is public, so by default the account exists only if nobody else can reach the server.
  const isAdminOn = read.DEFAULT_ADMIN ?? isPrivate;
  const spaces = {
    /** Whether visitors of the front door may create spaces. */
    isCreationOpen: read.SPACE_CREATION === "open",
    /** How many spaces stay open. More may be open while they are in use. */
    mostOpen: read.SPACES_OPEN,
    /** The limits of each space. */
    limits: { people: read.SPACE_MAX_PEOPLE, bytes: read.SPACE_MAX_MEGABYTES * MEGABYTE },
  };
  return {
    host: read.HOST,
    /** 0: the system chooses a port. */
    port: read.PORT,
    /** Absolute path. */
    dataDir: resolve(read.DATA_DIR),
    /** `null`: SQLite in `dataDir`. */
    databaseUrl: read.DATABASE_URL ?? null,
    /** An origin without a trailing slash; `null`: `http://localhost:PORT`, once the port is known. */
    baseUrl,
    isHstsForSubdomains: read.HSTS_INCLUDE_SUBDOMAINS,
    /** Proxies whose `X-Forwarded-For` is trusted. */
    trustedProxies: readNetworks(read.TRUSTED_PROXY),
    /** `null`: generated into `dataDir`. */
    authSecret: read.AUTH_SECRET ?? null,
    /** The token that `GET /metrics` requires; `null`: that address does not exist. */
    metricsToken: read.METRICS_TOKEN ?? null,
    mailUrl: read.MAIL_URL ?? null,
    mailFrom: read.MAIL_FROM,
    defaultAdmin: {
      isOn: isAdminOn,
      /** Whether the setting is `on` explicitly, rather than by default. */
      isChosen: read.DEFAULT_ADMIN === true,
      email: read.DEFAULT_ADMIN_EMAIL,
      password: read.DEFAULT_ADMIN_PASSWORD,
    },
    registration: read.REGISTRATION,
    isSharedFromStart: read.SHARING,
    timeZone: read.TIME_ZONE,
    /** Whether host and base URL are both on loopback. */
    isPrivate,
    /** `null`: there is one planning. Otherwise there are many, each at its own subdomain of the base URL. */
    spaces: read.SPACES ? spaces : null,
  };
}

/** Every setting of the product, validated. */
export type Settings = Readonly<ReturnType<typeof settingsOf>>;
export type SpacesSettings = NonNullable<Settings["spaces"]>;

type SettingsOutcome =
  | { readonly settings: Settings; readonly problems?: never }
  | { readonly problems: readonly string[]; readonly settings?: never };

/** Reads the settings from `environment`. An empty value counts as not set. `problems`: a line for each invalid setting. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): SettingsOutcome {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const outcome = Environment.safeParse(filled);
  if (!outcome.success) {
    // DATA_DIR may be any text, so there is no sentence for a wrong one.
    type Checked = Exclude<keyof typeof Environment.shape, "DATA_DIR">;
    return { problems: outcome.error.issues.map(({ path: [name] }) => wrongSetting(name as Checked)) };
  }
  const settings = settingsOf(outcome.data);
  // Each space is a subdomain of the base URL, and an IP address has no subdomains.
  const isAtAddress = settings.baseUrl !== null && isIP(withoutBrackets(new URL(settings.baseUrl).hostname)) !== 0;
  return settings.spaces !== null && isAtAddress ? { problems: [wrongSetting("SPACES")] } : { settings };
}

/** The text of `.env`, empty if it does not exist; or of the file named by ENV_FILE, which must exist. */
function readEnvFile(namedFile: string | undefined): string {
  try {
    return readFileSync(namedFile ?? ".env", "utf8");
  } catch (error) {
    if (namedFile === undefined && codeOf(error) === "ENOENT") return "";
    throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

/** The settings of this process. The environment overrides the file `.env`, or another file that ENV_FILE names. */
export function loadSettings(environment: Readonly<Record<string, string | undefined>> = process.env): SettingsOutcome {
  const namedFile = environment["ENV_FILE"]?.trim() || undefined;
  try {
    return readSettings({ ...parseEnv(readEnvFile(namedFile)), ...environment });
  } catch (error) {
    return { problems: [unreadableSettings(namedFile ?? ".env", codeOf(error))] };
  }
}
