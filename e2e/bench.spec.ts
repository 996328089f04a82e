import { HELENE, MARIE } from "#test/support/browser/band-members.ts";
import { expect, test } from "#test/support/browser/diapason.ts";
import { region } from "#test/support/browser/locators.ts";
import { planned, type StoredEvent } from "#test/support/browser/planned.ts";
import { arriveAsAdmin } from "#test/support/browser/team-planning.ts";
import { returnAsAdmin, returnAsMember, signUp } from "#test/support/browser/visits.ts";

const NEXT = planned("2026-11-15", "10:00", "Culte");

test.use({ now: "2026-11-12T18:00:00Z" });

/** Marie played both times, Hélène once; both can hold the Lead. */
function eventsOf(marie: string, helene: string): StoredEvent[] {
  const lead = (userId: string, userName: string) => ({
    userId,
    userName,
    position: "Lead",
    status: "present" as const,
  });
  const [both, once] = [lead(marie, "Marie Petit"), lead(helene, "Hélène Brunet")];
  return [
    planned("2026-11-01", "10:00", "Culte", { availability: [both, once] }),
    planned("2026-11-08", "10:00", "Culte", { availability: [both] }),
    NEXT,
  ];
}

test("the bench says in a planning of one browser who played how often, and who played least comes first", async ({
  page,
  request,
}) => {
  const marie = await signUp(request, MARIE);
  const helene = await signUp(request, HELENE);
  await returnAsAdmin(page, { events: eventsOf(marie.id, helene.id), selectedGroup: "1" });
  await page.goto("/group");
  await expect(region(page, "Banc").getByRole("listitem").first()).toContainText(
    "Hélène Brunet (a joué 1 fois sur 2) et Marie Petit (a joué 2 fois sur 2)",
  );
});

test("in a shared planning admins read everybody's turns, and a member their own alone", async ({
  page,
  openDevice,
}) => {
  const [mariesDevice, helenesDevice] = [await openDevice(), await openDevice()];
  const marie = await returnAsMember(mariesDevice, MARIE);
  const helene = await returnAsMember(helenesDevice, HELENE);
  await arriveAsAdmin(page, eventsOf(marie.id, helene.id), "/group");
  await expect(region(page, "Banc").getByRole("listitem").first()).toContainText(
    "Hélène Brunet (a joué 1 fois sur 2) et Marie Petit (a joué 2 fois sur 2)",
  );
  await mariesDevice.goto("/select-group");
  await mariesDevice.getByRole("button", { name: "Louange du dimanche", exact: true }).click();
  await mariesDevice.goto("/group");
  await expect(region(mariesDevice, "Banc").getByRole("listitem").first()).toContainText(
    "Hélène Brunet et Marie Petit (a joué 2 fois sur 2)",
  );
});
