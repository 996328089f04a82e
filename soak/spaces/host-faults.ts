import { join } from "node:path";
import type { Database } from "../../src/server/database/database.ts";
import type { Space } from "../../src/server/database/register/space-rows.ts";
import { fileFaults } from "../kill/integrity.ts";
import { DELETED, type Host } from "./host.ts";
import type { Team } from "./team.ts";

async function countRows({ kysely }: Database, { event }: Team) {
  const accounts = await kysely.selectFrom("users").select("is_admin").execute();
  const invitations = await kysely.selectFrom("admin_invitation").select("email").execute();
  const events = await kysely.selectFrom("planning_event").select("id").where("name", "=", event).execute();
  return { accounts: accounts.length, invitations: invitations.length, events: events.length };
}

/** A made space has its first admin's account or their invitation, and all that was acknowledged. */
async function databaseFaults(database: Database, team: Team): Promise<string[]> {
  const { slug, acknowledged } = team;
  const faults = (await fileFaults(database)).map((fault) => `${slug}: ${fault}`);
  const { accounts, invitations, events } = await countRows(database, team);
  if (accounts > 1 || events > 1) faults.push(`${slug}: ${accounts} accounts and ${events} events, one each at most`);
  if (accounts + invitations === 0) faults.push(`${slug} is half made: it has neither an account nor an invitation`);
  if (acknowledged.isRegistered && accounts === 0) faults.push(`${slug}: its account is lost`);
  if (acknowledged.isPlanned && events === 0) faults.push(`${slug}: its event is lost`);
  return faults;
}

async function spaceFaults(host: Host, space: Space, team: Team): Promise<string[]> {
  const { slug, state, firstAdmin } = space;
  if (state === "new") return firstAdmin === null ? [`${slug} is new and its first admin is lost`] : [];
  const folder = state === "deleted" ? join(DELETED, slug) : slug;
  try {
    return await host.withSpace(folder, (database) => databaseFaults(database, team));
  } catch (error) {
    return [`${slug} is ${state} and cannot be opened: ${String(error)}`];
  }
}

/**
 * What is lost or half made of these teams' spaces, while no server runs. One that is deleted may still have its folder in
 * the old place: the next start moves it.
 */
export async function hostFaults(host: Host, teams: readonly Team[]): Promise<string[]> {
  const { kept, deleted } = await host.listFolders();
  const spaces = new Map(
    await host.withRegister(async (register) => (await register.list()).map((row) => [row.slug, row] as const)),
  );
  const faults = [...kept, ...deleted]
    .filter((slug) => !spaces.has(slug))
    .map((slug) => `${slug} has files and no row`);
  for (const team of teams) {
    const space = spaces.get(team.slug);
    if (space === undefined) {
      if (team.acknowledged.invitation !== null) faults.push(`${team.slug}: its space is lost`);
      continue;
    }
    const isWaiting = space.state === "deleted" && kept.includes(team.slug);
    if (isWaiting && deleted.includes(team.slug)) faults.push(`${team.slug} was deleted and is there twice`);
    faults.push(...(await spaceFaults(host, isWaiting ? { ...space, state: "active" } : space, team)));
  }
  return faults;
}
