import fc from "fast-check";
import { expect, test } from "vitest";
import { UserRow } from "#contract/accounts/users.ts";
import { StoredUser } from "./remembered-user.ts";

const text = fc.string();
/** What JSON can hold in the place of a field. */
const wrong = fc.oneof(fc.constant(null), fc.integer(), fc.boolean(), text, fc.array(text), fc.constant({}));
const right = fc.record(
  {
    id: text,
    firstName: text,
    lastName: text,
    positions: fc.array(fc.constantFrom("Voix", "Flûte")),
    isAdmin: fc.boolean(),
    createdAt: text,
    email: text,
    account: fc.constantFrom("active", "invited", "none"),
    isAddressRefused: fc.boolean(),
    roles: fc.constant(["member"]),
  },
  { requiredKeys: ["id", "firstName", "lastName", "positions", "isAdmin", "createdAt"] },
);
const stored = fc.oneof(
  right,
  wrong,
  // One field is wrong, or missing.
  fc
    .tuple(right, fc.constantFrom(...Object.keys(UserRow.shape)), fc.option(wrong, { nil: undefined }))
    .map(([user, field, value]): unknown => JSON.parse(JSON.stringify({ ...user, [field]: value }))),
);

test("a stored user is read as the contract's schema reads it, and refused where it refuses", () => {
  expect(Object.keys(UserRow.shape)).toHaveLength(9);
  fc.assert(
    fc.property(stored, (value) => {
      const { success, data } = UserRow.safeParse(value);
      expect(StoredUser.safeParse(value)).toEqual(success ? { success, data } : { success });
    }),
    { numRuns: 1000 },
  );
});

test("a stored user whose service a newer version added is read", () => {
  const user = { id: "1", firstName: "Anaïs", lastName: "", positions: ["Flûte"], isAdmin: false, createdAt: "" };
  expect(StoredUser.safeParse(user)).toEqual({ success: true, data: user });
});
