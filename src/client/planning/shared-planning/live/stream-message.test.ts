import { expect, it } from "vitest";
import { PlanningChangeRow } from "#contract/planning/planning-change.ts";
import { readStreamMessage } from "./change-stream.ts";

const RENAMED = { type: "group.renamed", groupId: "1", name: "Louange" } as const;

it("ready, reset and reload carry a position", () => {
  for (const type of ["ready", "reset", "reload"] as const) {
    expect(readStreamMessage(type, "12", "{}")).toEqual({ type, position: 12 });
  }
});

it("a change is read as the contract describes it", () => {
  expect(readStreamMessage("change", "12", JSON.stringify(RENAMED))).toEqual({
    type: "change",
    position: 12,
    change: RENAMED,
  });
});

it("a change may name the user who made it, whom the log does not contain", () => {
  const deleted = { type: "event.deleted", eventId: "e1" } as const;
  const data = { ...deleted, by: "camille" };
  expect(readStreamMessage("change", "12", JSON.stringify(data))).toEqual({
    type: "change",
    position: 12,
    change: deleted,
    by: "camille",
  });
  expect(readStreamMessage("change", "12", JSON.stringify({ ...data, by: 7 }))).toEqual({
    type: "change",
    position: 12,
    change: deleted,
  });
});

it("unknown fields of a change are ignored", () => {
  const data = { ...RENAMED, later: { more: true } };
  expect(PlanningChangeRow.parse(data)).toEqual(RENAMED);
  expect(readStreamMessage("change", "12", JSON.stringify(data))).toEqual({
    type: "change",
    position: 12,
    change: RENAMED,
  });
});

it("a beat has no position", () => {
  expect(readStreamMessage("beat", "12", "{}")).toEqual({ type: "beat" });
});

it("a kept line-up with a role that this page does not know is read", () => {
  const lineUp = [{ role: "Lead", userId: "marie" }];
  const kept = { type: "line_up.kept", eventId: "e1", lineUp };
  expect(readStreamMessage("change", "12", JSON.stringify(kept))).toMatchObject({ type: "change", change: kept });
  const newer = { ...kept, lineUp: [...lineUp, { role: "Triangle", userId: "david" }] };
  expect(readStreamMessage("change", "12", JSON.stringify(newer))).toEqual({
    type: "change",
    position: 12,
    change: newer,
  });
});

it.each(["", "{", "null", "[]", '{"type":"group.painted"}', '{"type":"group.renamed","groupId":1}'])(
  "a change that cannot be read still has its position: %j",
  (data) => {
    expect(readStreamMessage("change", "12", data)).toEqual({ type: "reload", position: 12 });
  },
);

it.each(["", "-1", "1.5", "1e3", "0x1", "twelve", "9007199254740993"])("an id of %j is no position", (id) => {
  for (const name of ["ready", "reset", "reload", "change"] as const) {
    expect(readStreamMessage(name, id, JSON.stringify(RENAMED))).toEqual({ type: "lost" });
  }
});
