import { expect, test } from "vitest";
import { hashPassword, isOutdated, verifyPassword } from "./passwords.ts";

test("a password is known again by its hash, and no other is", async () => {
  const hash = await hashPassword("correct horse");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z\d+/]{22}\$[A-Za-z\d+/]{43}$/);
  expect(await verifyPassword("correct horse", hash)).toBe(true);
  expect(await verifyPassword("correct horsf", hash)).toBe(false);
  expect(await verifyPassword("", hash)).toBe(false);
});

test("one password never has the same hash twice", async () => {
  expect(await hashPassword("secret1")).not.toBe(await hashPassword("secret1"));
});

test("a hash with other parameters is still understood", async () => {
  // From the reference implementation: argon2 somesalt -id -t 2 -k 256 -p 1, password "password".
  const known = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
  expect(await verifyPassword("password", known)).toBe(true);
  expect(await verifyPassword("Password", known)).toBe(false);
});

test("a hash is outdated when it took less memory or fewer passes than one of today", async () => {
  const today = await hashPassword("secret1");
  expect(isOutdated(today)).toBe(false);
  expect(isOutdated(today.replace("m=19456", "m=19455"))).toBe(true);
  expect(isOutdated(today.replace("t=2", "t=1"))).toBe(true);
  expect(isOutdated(today.replace("m=19456,t=2", "m=65536,t=3"))).toBe(false);
});

test("an accent typed on two systems is one password", async () => {
  expect(await verifyPassword("cafe\u0301-noir", await hashPassword("caf\u00e9-noir"))).toBe(true);
});

test.each(["m=4194304,t=1,p=1", "m=65536,t=11,p=1", "m=65536,t=4294967295,p=1", "m=19456,t=0,p=1", "m=8,t=1,p=4"])(
  "a hash whose check would take too long, or is none, fits nothing and costs nothing: %s",
  async (parameters) => {
    const hash = `$argon2id$v=19$${parameters}$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4`;
    expect(await verifyPassword("password", hash)).toBe(false);
    expect(isOutdated(hash)).toBe(false);
  },
);

test.each(["", "plain", "$2b$10$abcdefghijklmnopqrstuv", "$argon2id$v=19$m=1,t=1$c2FsdA$dGFn"])(
  "what is no hash of ours fits nothing: %j",
  async (hash) => {
    expect(await verifyPassword(hash, hash)).toBe(false);
  },
);
