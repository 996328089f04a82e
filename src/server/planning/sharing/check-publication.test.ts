import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OPERATIONS } from "#contract/operations.ts";
import { Publication, PUBLICATION_MAX_BYTES } from "#contract/planning/publication.ts";
import { worstBodiesOf } from "#test/support/server/test-worst-bodies.ts";
import { isBounded } from "../../api/request-body.ts";
import { Refusal } from "../../errors.ts";
import { checkPublication } from "./check-publication.ts";

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
  test("is right when its schema says so, unless it contradicts itself", () => {
    const reached = { right: 0, wrong: 0 };
    const property = fc.property(publication, (body) => {
      const outcome = Publication.safeParse(JSON.parse(JSON.stringify(body)));
      const read = () => checkPublication(bytesOf(JSON.stringify(body)));
      if (!outcome.success) {
        expect(read).toThrow(Refusal);
        reached.wrong += 1;
        return;
      }
      try {
        // What is hashed, so that a retry is known.
        expect(JSON.stringify(read())).toBe(JSON.stringify(outcome.data));
        reached.right += 1;
      } catch (error) {
        // The schema does not check whether the entries of one person contradict each other.
        if (!(error instanceof Refusal)) throw error;
        expect(Object.keys(error.fields ?? {}).join()).toMatch(/^events\.\d+\.availability$/);
      }
    });
    fc.assert(property, { numRuns: 500, seed: 32 });
    expect(Math.min(reached.right, reached.wrong)).toBeGreaterThan(30);
  });

  test("is refused with the errors of the first wrong event, however many there are", () => {
    const events = Array.from({ length: 2000 }, () => ({ availability: Array.from({ length: 20 }, () => ({})) }));
    const read = () => checkPublication(bytesOf(JSON.stringify({ groups: [], events })));
    const refused = expect.objectContaining({
      fields: expect.objectContaining({ "events.0.id": "field.required" }) as object,
    }) as Refusal;
    expect(read).toThrow(refused);
  });

  test("is counted without being built: what is in strings counts for nothing", () => {
    const bytes = bytesOf('{"a":[1,2,"[,{\\"],"],"b":{}}');
    expect([6, 5].map((most) => isBounded(bytes, most))).toEqual([true, false]);
  });
});

/** The processor time of reading the body, which others wait for. */
const CPU_MS = 500;

test.each(worstBodiesOf(OPERATIONS.sharePlanning, PUBLICATION_MAX_BYTES))(
  "the worst body that somebody can make for it is refused in a bounded time: $name",
  ({ make }) => {
    const bytes = make();
    const before = process.cpuUsage();
    expect(() => checkPublication(bytes)).toThrow(Refusal);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(CPU_MS);
  },
);
