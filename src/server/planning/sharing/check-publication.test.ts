import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OPERATIONS } from "#contract/operations.ts";
import { Publication } from "#contract/planning/publication.ts";
import { worstBodiesOf } from "#test/support/server/test-worst-bodies.ts";
import { Refusal } from "../../errors.ts";
import { checkPublication } from "./check-publication.ts";
import { countValues } from "./count-values.ts";
import type { PublicationSlice } from "./publication-slice.ts";

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Wrong so rarely that whole plannings can be right. */
function mostly<Value>(right: fc.Arbitrary<Value>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 60, arbitrary: right }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) });
}

const text = fc.oneof(fc.string({ minLength: 1, maxLength: 8 }), fc.constant("  Élévation « 🎵 » "));
const entry = mostly(
  fc.record({
    userId: mostly(fc.string({ minLength: 1, maxLength: 4, unit: "grapheme" })),
    userName: mostly(text),
    position: mostly(fc.constantFrom("Voix", "Lead", "Non spécifié")),
    status: mostly(fc.constantFrom("present", "absent")),
    more: fc.constant(1),
  }),
);
const roles = fc.constantFrom([], ["Voix", "Lead"], ["Lead", "Lead"]);
const event = fc.record(
  {
    id: fc.uuid(),
    groupId: fc.constant("1"),
    name: mostly(text),
    date: mostly(fc.constantFrom("2050-12-24", "2001-02-28")),
    time: mostly(fc.constantFrom("20:30", "07:15")),
    location: mostly(text),
    requiredRoles: mostly(roles),
    lineUp: mostly(fc.constantFrom([], [{ userId: "a", role: "Voix" }])),
    availability: mostly(fc.uniqueArray(entry, { maxLength: 3, selector: (one) => JSON.stringify(one) })),
  },
  { requiredKeys: ["id", "groupId", "name", "date", "time", "location", "availability"] },
);
const publication = fc.record(
  {
    combinablePairs: mostly(fc.constantFrom({}, { "1": [["Lead", "Bass"]] })),
    requiredRoles: mostly(fc.constantFrom({}, { "1": ["Voix", "Lead"] })),
    events: mostly(fc.array(mostly(event), { maxLength: 3 })),
    groups: fc.constant([{ name: " Louange ", id: "1" }]),
  },
  { requiredKeys: ["events", "groups"] },
);

describe("a published planning that is read piece by piece", () => {
  test("is right when its schema says so, unless it contradicts itself, and has the hash of what the schema made of it", () => {
    const reached = { right: 0, wrong: 0 };
    const property = fc.property(publication, (body) => {
      const outcome = Publication.safeParse(JSON.parse(JSON.stringify(body)));
      const read = () => checkPublication(bytesOf(JSON.stringify(body)), () => undefined);
      if (!outcome.success) {
        expect(read).toThrow(Refusal);
        reached.wrong += 1;
        return;
      }
      const hash = createHash("sha256").update(JSON.stringify(outcome.data)).digest("base64url");
      try {
        expect(read()).toBe(hash);
        reached.right += 1;
      } catch (error) {
        // The schema does not check whether the entries of one person contradict each other.
        if (!(error instanceof Refusal)) throw error;
        expect(Object.keys(error.fields ?? {}).join()).toMatch(/^(?:events\.\d+\.availability,?)+$/);
      }
    });
    fc.assert(property, { numRuns: 500, seed: 32 });
    expect(Math.min(reached.right, reached.wrong)).toBeGreaterThan(30);
  });

  test("comes out in slices of 500 rows at most", () => {
    const events = Array.from({ length: 1001 }, (_, index) => ({
      id: `${index}`,
      groupId: "1",
      name: "Culte",
      date: "2050-12-24",
      time: "20:30",
      location: "Temple",
      availability: [{ userId: "a", userName: "A", position: "Voix", status: "present" }],
    }));
    const slices: PublicationSlice[] = [];
    const body = JSON.stringify({ groups: [{ id: "1", name: "Louange" }], events });
    checkPublication(bytesOf(body), (slice) => slices.push(slice));
    const sizes = slices.map(({ kind, rows }) => `${kind} ${(JSON.parse(rows) as unknown[]).length}`);
    expect(sizes.toSorted((a, b) => a.localeCompare(b))).toEqual([
      "answers 1",
      "answers 500",
      "answers 500",
      "events 1",
      "events 500",
      "events 500",
      "groups 1",
    ]);
  });

  test("is refused with its first twenty faults, however many it has", () => {
    const events = Array.from({ length: 5000 }, () => 0);
    const first = Array.from({ length: 20 }, (_, index) => [`events.${index}`, "request.invalid"] as const);
    const read = () => checkPublication(bytesOf(JSON.stringify({ groups: [], events })), () => undefined);
    expect(read).toThrow(expect.objectContaining({ fields: Object.fromEntries(first) }));
  });

  test("is counted without being built: what is in strings counts for nothing", () => {
    expect(countValues(bytesOf('{"a":[1,2,"[,{\\"],"],"b":{}}'))).toBe(6);
  });
});

/** The limit of every other call, a sixteenth of this call's. `publication-patience.test.ts` tests bodies of 15 MB. */
const WORST_BYTES = 1024 * 1024;
/** The processor time of the thread that reads the body. */
const CPU_MS = 500;

test.each(worstBodiesOf(OPERATIONS.sharePlanning, WORST_BYTES))(
  "the worst body that somebody can make for it is refused in a bounded time: $name",
  ({ body }) => {
    const bytes = bytesOf(body);
    const before = process.cpuUsage();
    let refusal: unknown;
    try {
      checkPublication(bytes, () => undefined);
    } catch (error) {
      refusal = error;
    }
    const { user, system } = process.cpuUsage(before);
    expect(refusal).toBeInstanceOf(Refusal);
    expect((user + system) / 1000).toBeLessThan(CPU_MS);
  },
);
