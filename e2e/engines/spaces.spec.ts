import { startSpacesInWorker } from "#test/support/browser/start-spaces-in-worker.ts";
import { expect, test as base } from "#test/support/engines/engines.ts";
import { button, heading, item, message, region, text } from "#test/support/engines/sights.ts";
import type { Visitor } from "#test/support/engines/visitor.ts";
import type { TestSmtpServer } from "#test/support/server/test-smtp-server.ts";

const SENT = "Un message vous attend : ouvrez son lien pour créer l'espace.";
const GROUP = "Louange du dimanche";
const CULTE = { groupId: "1", name: "Culte", date: "2099-11-15", time: "10:00", location: "Temple" };
const CONCERT = { ...CULTE, name: "Concert", location: "Vieux-Port" };
const CAMILLE = { firstName: "Camille", lastName: "Perrin", email: "camille@example.org" };
const ZOE = { firstName: "Zoé", lastName: "Roux", email: "zoe@example.org" };
const YANNICK = { firstName: "Yannick", lastName: "Morel", email: "yannick@example.org" };
const BATTERIE = { role: "field", name: "Batterie" } as const;

/** In the place of one planning, a server of many spaces behind the same proxy. */
const test = base.extend<{ diapason: Awaited<ReturnType<typeof startSpacesInWorker>> }>({
  diapason: async ({ faultProxy, settings }, provide) => {
    const own = { BASE_URL: faultProxy.url, PORT: String(faultProxy.targetPort) };
    const spaces = await startSpacesInWorker({ ...own, ...settings });
    await provide(spaces);
    await spaces.stop();
  },
});

/** The link in the next mail of the front door. */
async function nextLink(smtp: TestSmtpServer): Promise<string> {
  let mail = await smtp.next();
  while (mail.subject !== "Créez l'espace de votre équipe") mail = await smtp.next();
  return /https?:\S+/.exec(mail.text ?? "")?.[0] ?? "";
}

async function register(visitor: Visitor, { firstName, lastName, email }: typeof CAMILLE): Promise<void> {
  await visitor.fill("Prénom", firstName);
  await visitor.fill("Nom", lastName);
  await visitor.fill("Adresse e-mail", email);
  await visitor.fill("Mot de passe", "louange-2026");
  await visitor.fill("Confirmer le mot de passe", "louange-2026");
  await visitor.focus(BATTERIE);
  await visitor.press(BATTERIE);
  await visitor.press(button("Créer mon compte"));
  await visitor.see(button(GROUP));
}

/** Calls the space on which the page is. */
function call(visitor: Visitor, method: string, path: string, body: object | null = null) {
  return visitor.call(
    async ([how, where, sent]) => {
      const headers = { "content-type": "application/json" };
      const response = await fetch(where, { method: how, headers, ...(sent !== null && { body: sent }) });
      const read = (await response.text()) || "{}";
      return { status: response.status, body: JSON.parse(read) as Record<string, unknown> };
    },
    [method, path, body === null ? null : JSON.stringify(body)] as const,
  );
}

/** From the front door to a team with an admin and a Sunday. Returns the addresses of both. */
async function foundTeam(
  visitor: Visitor,
  smtp: TestSmtpServer,
  { name, host, admin, event }: { name: string; host: string; admin: typeof CAMILLE; event: typeof CULTE },
) {
  await visitor.open("/");
  await visitor.fill("Nom de l'équipe", name);
  await visitor.see(text("Cette adresse est libre."));
  await visitor.fill("Votre adresse e-mail", admin.email);
  await visitor.press(button("Créer l'espace"));
  await visitor.see(message(SENT));
  await visitor.open(await nextLink(smtp));
  await visitor.see(heading("Créer un compte"));
  const origin = await visitor.call(() => location.origin, null);
  expect(origin).toBe(`http://${host}`);
  await register(visitor, admin);
  expect(await call(visitor, "PUT", "/api/groups/1/members/me")).toMatchObject({ status: 200 });
  const { body: planned } = await call(visitor, "POST", "/api/events", event);
  await visitor.press(button(GROUP));
  await visitor.see(item(event.name, region("Prochains événements")));
  return { origin, page: `${origin}/events/${String(planned["id"])}` };
}

test("two teams from the front door to an answered Sunday, side by side, and neither sees the other", async ({
  visitor,
  otherVisitor,
  diapason,
  faultProxy,
}) => {
  const { smtp } = diapason;
  const { host } = new URL(faultProxy.url);
  const rotonde = await foundTeam(visitor, smtp, {
    name: "Louange de la Rotonde",
    host: `louange-de-la-rotonde.${host}`,
    admin: CAMILLE,
    event: CULTE,
  });
  const { body: invitation } = await call(visitor, "GET", "/api/invitation");
  // On the same device: the browser keeps both spaces apart.
  const port = await foundTeam(visitor, smtp, {
    name: "Fanfare du Vieux-Port",
    host: `fanfare-du-vieux-port.${host}`,
    admin: ZOE,
    event: CONCERT,
  });
  await visitor.miss(text(CULTE.name));
  expect((await call(visitor, "GET", "/api/users")).body).toHaveLength(1);

  await otherVisitor.open(String(invitation["link"]));
  await register(otherVisitor, YANNICK);
  expect(await call(otherVisitor, "PUT", "/api/groups/1/members/me")).toMatchObject({ status: 200 });
  await otherVisitor.press(button(GROUP));
  await otherVisitor.see(item(CULTE.name, region("Prochains événements")));
  await otherVisitor.open(rotonde.page);
  const present = button("Présent", region("Ma disponibilité"));
  await otherVisitor.press(present);
  await otherVisitor.see(present, { isPressed: true });

  await visitor.open(rotonde.page);
  await visitor.see(item("Yannick Morel"));
  await visitor.open(`${rotonde.origin}/`);
  await visitor.see(item(CULTE.name, region("Prochains événements")));
  await visitor.miss(text(CONCERT.name));
  expect((await call(visitor, "GET", "/api/users")).body).toHaveLength(2);
  // Yannick's session and account are none in the other space.
  await otherVisitor.open(port.page);
  await otherVisitor.see(heading("Connexion"));
  expect(await call(otherVisitor, "GET", "/api/users")).toMatchObject({ status: 401 });
});
