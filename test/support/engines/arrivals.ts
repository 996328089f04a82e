import type { APIRequestContext } from "@playwright/test";
import type { Person } from "../browser/people.ts";
import type { StoredEvent } from "../browser/planned.ts";
import { SEED_GROUPS } from "../browser/team-planning.ts";
import { text } from "./sights.ts";
import type { Visitor } from "./visitor.ts";

/** The built-in admin's address and password. */
export async function adminOf(elsewhere: APIRequestContext): Promise<{ email: string; password: string }> {
  return (await (await elsewhere.get("/api/config")).json()).defaultAdmin;
}

/** Shares these events with the team, as another device of the admin would. */
export async function sharePlanning(elsewhere: APIRequestContext, events: readonly StoredEvent[]): Promise<void> {
  await elsewhere.post("/api/auth/sign-in/email", { data: await adminOf(elsewhere) });
  const response = await elsewhere.post("/api/sharing", { data: { groups: SEED_GROUPS, events } });
  if (!response.ok()) throw new Error(`sharing: ${await response.text()}`);
}

/** Signs the built-in admin in, and stores the first group as chosen, as after an earlier visit. */
export async function returnAsAdmin(
  visitor: Visitor,
  elsewhere: APIRequestContext,
  events?: readonly StoredEvent[],
): Promise<void> {
  await remember(visitor, "sign-in", await adminOf(elsewhere), events);
}

/** Registers a member of the first group and signs them in, as after an earlier visit. */
export async function returnAsMember(visitor: Visitor, { services: positions, ...person }: Person): Promise<void> {
  await remember(visitor, "sign-up", { ...person, name: `${person.firstName} ${person.lastName}`, positions });
  await visitor.call(async () => (await fetch("/api/groups/1/members/me", { method: "PUT" })).status, null);
}

/** Signs in or up over the API from a page that runs no script, and stores what a visit with « remember me » leaves. */
async function remember(
  visitor: Visitor,
  call: "sign-in" | "sign-up",
  form: object,
  events?: readonly StoredEvent[],
): Promise<void> {
  await visitor.open("/favicon.svg");
  await visitor.call(
    async ([address, body, stored]) => {
      const response = await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body });
      const { user } = await response.json();
      localStorage.setItem("currentUser", JSON.stringify({ ...user, roles: [user.isAdmin ? "admin" : "member"] }));
      localStorage.setItem("rememberMe", "true");
      localStorage.setItem("selectedGroup", "1");
      if (stored !== null) localStorage.setItem("events", stored);
    },
    [
      `/api/auth/${call}/email`,
      JSON.stringify({ ...form, rememberMe: true }),
      events === undefined ? null : JSON.stringify(events),
    ] as const,
  );
}

/** Everything is received, and all changes are sent. */
export async function seeUpToDate(visitor: Visitor): Promise<void> {
  await visitor.see(text("À jour"));
}
