import { expect, test } from "vitest";
import { deviceName, lastSeen } from "./profile.ts";

test.each([
  [{ browser: "Firefox", system: "Windows" }, "Firefox sur Windows"],
  [{ browser: "Safari", system: null }, "Safari"],
  [{ browser: null, system: "iPhone" }, "iPhone"],
  [{ browser: null, system: null }, "Appareil inconnu"],
])("the device %j is called « %s »", (device, name) => {
  expect(deviceName(device)).toBe(name);
});

test.each([
  // The clock of the server is ahead of this device's.
  [-3, "Vu à l'instant"],
  [1.9, "Vu à l'instant"],
  [2, "Vu il y a 2 minutes"],
  [59.9, "Vu il y a 59 minutes"],
  [60, "Vu il y a 1 heure"],
  [125, "Vu il y a 2 heures"],
  [24 * 60 - 0.1, "Vu il y a 23 heures"],
  [24 * 60, "Vu le 12 novembre 2026"],
])("seen %s minutes ago reads « %s »", (minutes, sentence) => {
  expect(lastSeen(minutes, "12 novembre 2026")).toBe(sentence);
});
