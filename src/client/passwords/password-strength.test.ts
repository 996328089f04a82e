import fc from "fast-check";
import { expect, test } from "vitest";
import { passwordStrength } from "./new-password-field.tsx";

test.each([
  "",
  "secret1",
  "azerty123",
  "motdepasse",
  "M0tDeP@sse!",
  "aaaaaaaaaaaaaaaa",
  "abcdefghijklmnop",
  "12345678901234567890",
  "louange2026",
  "tilleul",
])("« %s » is easy to guess", (password) => {
  expect(passwordStrength(password)).toBe("weak");
});

test.each(["tilleul-94k", "orage cinq tabac".slice(0, 10), "kQ7mzPx"])("« %s » is fair", (password) => {
  expect(passwordStrength(password)).toBe("fair");
});

test.each(["orage cinq tabac violet", "kQ7$mzPx2!", "Le chat de Zoé dort dehors"])("« %s » is strong", (password) => {
  expect(passwordStrength(password)).toBe("strong");
});

test("a sign after a small letter is a change, too", () => {
  expect(passwordStrength("kf-rz-")).toBe("fair");
});

test("what a person told of themself protects them little, with or without accents", () => {
  const known = ["Zoé", "Karpinski", "zoe.karpinski@example.org"];
  expect(passwordStrength("zoekarpinski94", known)).toBe("weak");
  expect(passwordStrength("Zoé-Karpinski-94", known)).toBe("weak");
  expect(passwordStrength("Zoé-Karpinski-94")).not.toBe("weak");
});

test("a name of two letters is found in any text, and takes nothing away", () => {
  expect(passwordStrength("lombric rapide foyer", ["Lo", ""])).toBe("strong");
});

test("any text has a strength, and one more than itself again is never easier to guess", () => {
  const order = ["weak", "fair", "strong"];
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 128 }), (password) => {
      const [once, twice] = [passwordStrength(password), passwordStrength(`${password} ${password}`)];
      expect(order.indexOf(twice)).toBeGreaterThanOrEqual(order.indexOf(once));
    }),
  );
});
