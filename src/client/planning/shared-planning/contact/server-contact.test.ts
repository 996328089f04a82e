import { expect, it } from "vitest";
import { ApiError } from "../../../http/call-api.ts";
import { createServerContact, isSilence } from "./server-contact.ts";

function createContact() {
  const waits: number[] = [];
  const wait = (milliseconds: number) => {
    waits.push(milliseconds);
    return new Promise<void>(() => undefined);
  };
  return { waits, contact: createServerContact({ wait, random: () => 0 }) };
}

it.each<[ApiError, boolean]>([
  [new ApiError({ code: "server.unreachable" }), true],
  [new ApiError({ code: "server.unavailable", status: 503 }), true],
  [new ApiError({ code: "server.failure", status: 500 }), true],
  [new ApiError({ code: "server.failure", status: 200 }), true],
  [new ApiError({ code: "request.too_many", status: 429 }), false],
  [new ApiError({ code: "event.not_found", status: 404 }), false],
])("%o is silence: %s", (error, expected) => {
  expect(isSilence(error)).toBe(expected);
});

it("is online until the server is silent, and again as soon as it answers, be it with a refusal", async () => {
  const { contact } = createContact();
  const reported: boolean[] = [];
  contact.subscribe(() => reported.push(contact.isOnline()));
  const silent = new ApiError({ code: "server.unreachable" });
  const refused = new ApiError({ code: "request.forbidden", status: 403 });
  await expect(contact.watch(Promise.resolve(1))).resolves.toBe(1);
  await expect(contact.watch(Promise.reject(silent))).rejects.toBe(silent);
  await expect(contact.watch(Promise.reject(silent))).rejects.toBe(silent);
  await expect(contact.watch(Promise.reject(refused))).rejects.toBe(refused);
  expect(reported).toEqual([false, true]);
});

it("learns nothing from a fault of the page", async () => {
  const { contact } = createContact();
  const fault = new RangeError("painted");
  await expect(contact.watch(Promise.reject(fault))).rejects.toBe(fault);
  expect(contact.isOnline()).toBe(true);
});

it("waits ever longer between tries, and no longer than until something wakes it", async () => {
  const { contact, waits } = createContact();
  const pauses = [contact.pause(0), contact.pause(1), contact.awakening()];
  contact.wake();
  await Promise.all(pauses);
  let isOver = false;
  void contact.pause(2).then(() => (isOver = true));
  await Promise.resolve();
  expect([waits, isOver]).toEqual([[200, 400, 800], false]);
});
