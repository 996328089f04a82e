import { setTimeout as sleep } from "node:timers/promises";
import { type Diapason, startDiapason } from "#test/support/process/start-diapason.ts";
import { startTestSmtpServer } from "#test/support/server/test-smtp-server.ts";
import { type Acceptances, watchArrivals } from "../jobs/acceptances.ts";
import { noonZone } from "../jobs/noon-zone.ts";
import { type Random, oneOf, wholeNumber } from "../random.ts";
import { hostFaults } from "./host-faults.ts";
import { createHost, type Host } from "./host.ts";
import { createTeam, type Site, type Team, WrongAnswer } from "./team.ts";

interface Kills {
  readonly rounds: number;
  readonly random: Random;
}

interface HostingOutcome {
  readonly spaces: number;
  readonly deleted: number;
  readonly reminders: number;
  /** Spaces that were open at a kill, of all kills together. */
  readonly open: number;
  /** Mails that were accepted by the mail server, and not noted when the process was killed. */
  readonly doubtful: number;
  readonly twice: number;
  /** One line for each fault found. */
  readonly faults: readonly string[];
}

const TEAMS_A_ROUND = 3;
/** Fewer than are in use, so that spaces are closed all the time. */
const MOST_OPEN = "2";
/** About as many answers while teams found their spaces, and mails, as a round without a kill has. */
const STEPS_A_ROUND = 26;
const LATEST_MS = 30;
const ALL_DONE_MS = 30_000;
const MONTH_MS = 30 * 24 * 60 * 60_000;

/** The ids of the mails that reminded a team: each was decided by itself. */
function reminderIds({ email, event }: Team, idsOf: Acceptances["idsOf"]): string[] {
  const about = [...idsOf].filter(([mail]) => mail.startsWith(`${email}: `) && mail.includes(event));
  return about.flatMap(([, ids]) => [...ids]);
}

/** Has the reminder of a closed space fall due, as if days had passed without a server. */
async function letTimePass(host: Host, { slug }: Team): Promise<void> {
  const longAgo = new Date(Date.now() - MONTH_MS);
  await host.withSpace(slug, async ({ kysely }) => {
    await kysely.updateTable("planning_event").set({ timed_at: longAgo }).execute();
    await kysely.updateTable("planning_state").set({ shared_at: longAgo }).execute();
    await kysely.updateTable("job").set({ due_at: new Date() }).where("kind", "=", "reminders").execute();
  });
  await host.withRegister((register) => register.noteDue(slug, new Date()));
}

/** Kills the built server of many spaces again and again while they are asked for, made, closed, reminded and deleted. */
export async function killWhileHosting({ rounds, random }: Kills): Promise<HostingOutcome> {
  const host = await createHost();
  const smtp = await startTestSmtpServer();
  const { name: zone, today } = noonZone();
  const arrivals = watchArrivals(smtp);
  const settings = {
    SPACES: "on",
    SPACES_OPEN: MOST_OPEN,
    DATA_DIR: host.dataDir,
    MAIL_URL: `smtp://127.0.0.1:${smtp.port}`,
    TRUSTED_PROXY: "127.0.0.1",
    TIME_ZONE: zone,
  };
  const teams: Team[] = [];
  const reminded: Team[] = [];
  const deleted: Team[] = [];
  const doubtful = new Set<string>();
  const faults: string[] = [];
  let open = 0;

  const countMails = () => [...arrivals.counts.values()].reduce((sum, count) => sum + count, 0);

  function siteOf({ url }: Diapason, over: Promise<unknown>, onAnswer: () => void = () => undefined): Site {
    return { url, arrivals, today, over, onAnswer };
  }

  /** A call that a kill cuts off is none; a wrong answer always counts. */
  async function collect(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (error instanceof WrongAnswer) faults.push(error.message);
    }
  }

  async function visitUntilKilled(site: Site, founded: readonly Team[]): Promise<void> {
    for (;;) {
      const team = oneOf(random, founded);
      if (team === undefined) return;
      await team.visit(site);
    }
  }

  interface Work {
    readonly founding: readonly Team[];
    readonly due: readonly Team[];
    readonly leaving: readonly Team[];
  }

  /** Starts all at once, and kills the server in the middle of it. */
  async function killOnce({ founding, due, leaving }: Work): Promise<void> {
    const enough = Promise.withResolvers<void>();
    const killed = Promise.withResolvers<void>();
    // Reminders leave right after the start: every second kill is among them.
    const isEarly = due.length > 0 && wholeNumber(random, 0, 1) === 0;
    const wanted = wholeNumber(random, 1, isEarly ? due.length : STEPS_A_ROUND);
    const before = countMails();
    let answers = 0;
    const isEnough = () => countMails() - before + (isEarly ? 0 : answers) >= wanted;
    void arrivals.until(isEnough).then(enough.resolve);
    const server = await startDiapason(settings);
    const site = siteOf(server, killed.promise, () => {
      answers += 1;
      if (isEnough()) enough.resolve();
    });
    const commands = leaving.map(({ slug }) => host.command("delete", slug, "--yes"));
    const founded = teams.filter(
      (team) => team.acknowledged.isPlanned && !leaving.includes(team) && !deleted.includes(team),
    );
    const work = [
      ...founding.map((team) => team.found(site)),
      visitUntilKilled(siteOf(server, killed.promise), founded),
    ].map(collect);
    await Promise.race([enough.promise, Promise.all(work)]);
    await sleep(wholeNumber(random, 0, LATEST_MS));
    // Also in the middle of a deletion.
    if (wholeNumber(random, 0, 1) === 0) for (const command of commands) command.kill();
    await server.stop("SIGKILL");
    killed.resolve();
    await Promise.all([...work, ...commands.map(({ ended }) => ended)]);
  }

  /** As if the two minutes of a killed process's claims were over. */
  async function letClaimsEnd({ due }: Work, before: ReadonlyMap<string, number>): Promise<void> {
    async function readJobs({ kysely }: Parameters<Parameters<Host["withSpace"]>[1]>[0], where: string): Promise<void> {
      const ids = (await kysely.selectFrom("job").select("id").execute()).map(({ id }) => id);
      const inDoubt = ids.filter((id) => (arrivals.counts.get(id) ?? 0) > (before.get(id) ?? 0));
      for (const id of inDoubt) doubtful.add(id);
      if (inDoubt.length > 1) faults.push(`${where}: ${inDoubt.length} mails in doubt after one kill`);
      await kysely.updateTable("job").set({ due_at: new Date() }).where("claimed_at", "is not", null).execute();
    }
    for (const { slug } of due) await host.withSpace(slug, (database) => readJobs(database, slug));
    await host.withRegister(async (register) => {
      await readJobs(register.database, "the front door");
      open += (await register.findOfAccount("")).open.length;
    });
  }

  /** Another server and other commands finish all that was begun. */
  async function finish(work: Work): Promise<void> {
    const server = await startDiapason(settings);
    const site = siteOf(server, sleep(ALL_DONE_MS, undefined, { ref: false }));
    const isAllReminded = () => work.due.every((team) => reminderIds(team, arrivals.idsOf).length > 0);
    await Promise.all([
      ...work.founding.map((team) =>
        team.found(site).catch((error: unknown) => faults.push(`${team.slug}: ${String(error)}`)),
      ),
      ...work.leaving.map(({ slug }) => host.command("delete", slug, "--yes").ended),
      Promise.race([arrivals.until(isAllReminded), site.over]),
    ]);
    for (const team of work.due) {
      if (reminderIds(team, arrivals.idsOf).length === 0) faults.push(`${team.slug}: its reminder did not arrive`);
      await collect(team.visit(site));
    }
    const code = await server.stop("SIGTERM");
    if (code !== 0) faults.push(`the server ended with ${code}`);
  }

  async function checkDeleted({ leaving }: Work): Promise<void> {
    const folders = await host.listFolders();
    for (const { slug } of leaving) {
      const state = await host.withRegister(async (register) => (await register.find(slug))?.state);
      const isAside = folders.deleted.includes(slug) && !folders.kept.includes(slug);
      if (state !== "deleted" || !isAside) faults.push(`${slug} is ${state}, and ${isAside ? "" : "not "}put aside`);
    }
  }

  async function playRound(round: number): Promise<void> {
    const isOfRound = (team: Team, other: number) => Math.floor(teams.indexOf(team) / TEAMS_A_ROUND) === other;
    const due = teams.filter((team) => isOfRound(team, round - 1));
    const leaving = teams.filter((team) => isOfRound(team, round - 2)).slice(0, 1);
    const founding = Array.from({ length: TEAMS_A_ROUND }, (_, index) => createTeam(teams.length + index));
    teams.push(...founding);
    const work = { founding, due, leaving };
    const touched = [...founding, ...due, ...leaving];
    for (const team of due) await letTimePass(host, team);
    const before = new Map(arrivals.counts);
    await killOnce(work);
    await letClaimsEnd(work, before);
    faults.push(...(await hostFaults(host, touched)));
    await finish(work);
    reminded.push(...due);
    deleted.push(...leaving);
    await checkDeleted(work);
    faults.push(...(await hostFaults(host, touched)));
  }

  try {
    for (let round = 0; round < rounds && faults.length === 0; round += 1) await playRound(round);
    faults.push(...(await hostFaults(host, teams)));
  } finally {
    await smtp.stop();
    await host.remove();
  }
  for (const team of reminded) {
    const ids = reminderIds(team, arrivals.idsOf);
    if (ids.length > 1) faults.push(`${team.slug} was reminded ${ids.length} times`);
  }
  const twice = [...arrivals.counts].filter(([, count]) => count > 1).map(([id]) => id);
  for (const id of twice) if (!doubtful.has(id)) faults.push(`a mail came again and was never in doubt`);
  return {
    spaces: teams.length,
    deleted: deleted.length,
    reminders: reminded.length,
    open,
    doubtful: doubtful.size,
    twice: twice.length,
    faults,
  };
}
