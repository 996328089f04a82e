import fc from "fast-check";
import { expect, test } from "vitest";
import { SERVICES } from "../../people/services.ts";
import { BAND_ROLES } from "../band-roles.ts";
import { lineUpsOf } from "../fillings.ts";
import { ROLE_PAIRS } from "../role-pairs.ts";
import { fillableBy } from "./fillable.ts";
import { playersAmong } from "./players.ts";
import { scaleOfRoles } from "./role-sets.ts";

const anyTeam = fc.tuple(
  fc.array(fc.subarray([...SERVICES], { maxLength: 4 }), { maxLength: 9, size: "max" }),
  fc.subarray([...BAND_ROLES]),
  fc.subarray([...ROLE_PAIRS], { maxLength: 8 }),
);

test("the same sets can be filled as by the line-ups that say how", () => {
  fc.assert(
    fc.property(anyTeam, ([services, roles, pairs]) => {
      const scale = scaleOfRoles(roles);
      const people = services.map((positions, index) => ({ id: `p${index}`, firstName: "", lastName: "", positions }));
      const players = playersAmong(scale, people, pairs);
      const [fillable, lineUps] = [fillableBy(scale, players), lineUpsOf(scale, players)];
      expect(scale.smallestFirst.filter(fillable.canFill)).toEqual(scale.smallestFirst.filter(lineUps.canFill));
    }),
  );
});
