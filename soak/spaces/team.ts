import { spaceLinkMail } from "#text/mails/mails.ts";
import { FRONT_DOOR } from "../../src/contract/front-door.ts";
import type { Acceptances } from "../jobs/acceptances.ts";
import { callHost, type HostAnswer, type HostCall } from "./call-host.ts";

/** A running server with many spaces, as its teams reach it. */
export interface Site {
  readonly url: string;
  readonly arrivals: Pick<Acceptances, "texts" | "until">;
  /** The day of its time zone. */
  readonly today: string;
  /** Called after each answer. */
  readonly onAnswer: () => void;
  /** Resolves when nothing more is to be waited for. */
  readonly over: Promise<unknown>;
}

/** What a team has been answered: none of it may be lost. */
interface Acknowledged {
  isAsked: boolean;
  invitation: string | null;
  isRegistered: boolean;
  isPlanned: boolean;
}

/** A team of one, which asks for a space at the front door and plans an event there. */
export interface Team {
  readonly slug: string;
  readonly email: string;
  readonly event: string;
  readonly acknowledged: Readonly<Acknowledged>;
  /** Goes on where it was cut off, up to the planned event. @throws WrongAnswer, or another error when the server is gone */
  readonly found: (site: Site) => Promise<void>;
  /** @throws WrongAnswer, or another error when the server is gone */
  readonly visit: (site: Site) => Promise<void>;
}

/** The server answered what it must not. */
export class WrongAnswer extends Error {}

const PASSWORD = "louange-2026";
const IN_DAYS = 3;
const DAY_MS = 24 * 60 * 60_000;
const BYTE = 256;
/** Of a wrong answer, in the line about it: a page is long. */
const TOLD_CHARACTERS = 300;

/** An address of its own for each, as the limits for one network would soon refuse all of them. */
function networkOf(index: number): string {
  return `10.${Math.floor(index / BYTE)}.${index % BYTE}.1`;
}

export function createTeam(index: number): Team {
  const slug = `equipe-${index}`;
  const email = `${slug}@example.org`;
  const event = `Rappel ${slug}`;
  const acknowledged: Acknowledged = { isAsked: false, invitation: null, isRegistered: false, isPlanned: false };
  const jar = new Map<string, string>();

  async function send(
    { url, onAnswer }: Site,
    host: string,
    wanted: readonly number[],
    sent: HostCall,
  ): Promise<HostAnswer> {
    const cookie = [...jar.values()].join("; ");
    const headers = { host, cookie, origin: `http://${host}`, "x-forwarded-for": networkOf(index) };
    const answer = await callHost(url, headers, sent);
    onAnswer();
    const { status, text, cookies } = answer;
    if (!wanted.includes(status)) {
      const start = text.slice(0, TOLD_CHARACTERS);
      throw new WrongAnswer(`${slug}: ${sent.method} ${sent.path}: ${status} ${start}`);
    }
    for (const set of cookies) jar.set(set.split("=")[0] ?? "", set);
    return answer;
  }

  const atDoor = (site: Site, wanted: number, sent: HostCall) => send(site, new URL(site.url).host, [wanted], sent);
  const inSpace = (site: Site, wanted: readonly number[], sent: HostCall) =>
    send(site, `${slug}.${new URL(site.url).host}`, wanted, sent);

  const readEvents = (site: Site) => inSpace(site, [200], { method: "GET", path: "/api/events/upcoming?group=1" });

  /** Asks for the space, and waits for the mail. Returns its link, without the origin, whose port changes. */
  async function ask(site: Site): Promise<{ readonly path: string; readonly token: string }> {
    if (!acknowledged.isAsked) {
      const form = { name: `Équipe ${index}`, slug, email };
      await atDoor(site, 200, { method: "POST", path: FRONT_DOOR.create, form });
      acknowledged.isAsked = true;
    }
    const mail = `${email}: ${spaceLinkMail("", "").subject}`;
    await Promise.race([site.arrivals.until(() => site.arrivals.texts.has(mail)), site.over]);
    const text = site.arrivals.texts.get(mail);
    if (text === undefined) throw new Error(`${slug}: the mail with the link did not arrive`);
    const { pathname, search, searchParams } = new URL(/https?:\S+/.exec(text)?.[0] ?? "");
    return { path: pathname + search, token: searchParams.get("token") ?? "" };
  }

  /** Follows the link to the form of the first admin. */
  async function follow(site: Site): Promise<string> {
    const { path, token } = await ask(site);
    await atDoor(site, 200, { method: "GET", path });
    const { location } = await atDoor(site, 303, { method: "POST", path: FRONT_DOOR.link, form: { token } });
    const invitation = new URL(location ?? "").searchParams.get("invitation") ?? "";
    const former = acknowledged.invitation ?? invitation;
    if (invitation !== former) throw new WrongAnswer(`${slug}: the same link led to another form`);
    acknowledged.invitation = invitation;
    return invitation;
  }

  async function register(site: Site): Promise<void> {
    // One that was cut off may have an account without knowing it; then its link is void.
    if (acknowledged.invitation !== null) {
      const body = { email, password: PASSWORD };
      const { status } = await inSpace(site, [200, 401], { method: "POST", path: "/api/auth/sign-in/email", body });
      acknowledged.isRegistered = status === 200;
      if (acknowledged.isRegistered) return;
    }
    const invitation = await follow(site);
    const body = {
      firstName: "Camille",
      lastName: "Perrin",
      email,
      password: PASSWORD,
      positions: ["Voix"],
      invitation,
    };
    await inSpace(site, [201], { method: "POST", path: "/api/auth/sign-up/email", body });
    acknowledged.isRegistered = true;
  }

  async function plan(site: Site): Promise<void> {
    await inSpace(site, [200], { method: "PUT", path: "/api/groups/1/members/me" });
    const { text } = await readEvents(site);
    if (!text.includes(event)) {
      const date = new Date(Date.parse(site.today) + IN_DAYS * DAY_MS).toISOString().slice(0, site.today.length);
      const body = { groupId: "1", name: event, date, time: "10:00", location: "Temple" };
      await inSpace(site, [201], { method: "POST", path: "/api/events", body });
    }
    acknowledged.isPlanned = true;
  }

  return {
    slug,
    email,
    event,
    acknowledged,
    async found(site) {
      if (!acknowledged.isRegistered) await register(site);
      if (!acknowledged.isPlanned) await plan(site);
    },
    async visit(site) {
      const { text } = await readEvents(site);
      if (!text.includes(event)) throw new WrongAnswer(`${slug}: its event is gone`);
    },
  };
}
