import fc from "fast-check";
import { expect, test } from "vitest";
import { SERVICES } from "../../people/services.ts";
import { BAND_ROLES, type BandRole, inRoleOrder } from "../band-roles.ts";
import { ROLE_PAIRS } from "../critical-roles.ts";
import { lineUpsOf } from "../fillings.ts";
import { fillableBy } from "./fillable.ts";
import { playersAmong } from "./players.ts";
import { scaleOfRoles } from "./role-sets.ts";

const anyTeam = fc.tuple(
  fc.array(fc.subarray([...SERVICES], { maxLength: 4 }), { maxLength: 9, size: "max" }),
  fc.subarray([...BAND_ROLES]),
  fc.subarray([...ROLE_PAIRS], { maxLength: 8 }),
);

/** Several places of a role, so that there are no longer two numbers of it, and a set grows over the end of a number. */
const anyPlaces = fc
  .array(fc.tuple(fc.constantFrom(...BAND_ROLES), fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 5 })
  .map((needs) => inRoleOrder(needs.flatMap(([role, count]) => Array<BandRole>(count).fill(role)).slice(0, 9)));

const anyTeamWithPlaces = anyTeam.chain(([services, , pairs]) =>
  fc.tuple(fc.constant(services), anyPlaces, fc.constant(pairs)),
);

test("the same sets can be filled as by the line-ups that say how", () => {
  fc.assert(
    fc.property(fc.oneof(anyTeam, anyTeamWithPlaces), ([services, roles, pairs]) => {
      const scale = scaleOfRoles(roles);
      const people = services.map((positions, index) => ({ id: `p${index}`, firstName: "", lastName: "", positions }));
      const players = playersAmong(scale, people, pairs);
      const [fillable, lineUps] = [fillableBy(scale, players), lineUpsOf(scale, players)];
      expect(scale.smallestFirst.filter(fillable.canFill)).toEqual(scale.smallestFirst.filter(lineUps.canFill));
    }),
  );
});
