import * as z from "zod/mini";
import type { EventEdit } from "../../domain/planning/event-edit.ts";
import { EVENT_DETAIL_FIELDS, type EventDetailField } from "../../domain/planning/planning.ts";

/** Which events a call is about: one alone (if left out), or it and those after it in its series. */
export const Scope = z.optional(z.enum(["one", "following"]));

export const EventScope = z.object({ scope: Scope });

type EditShape = {
  [Field in EventDetailField]: z.ZodMiniExactOptional<z.ZodMiniType<Exclude<EventEdit[Field], undefined>>>;
};

/**
 * The schemas of an edit, from those of the details: each field may be left out, and `null` takes an optional one away.
 */
export function editShape(details: Readonly<Record<string, z.ZodMiniType>>): EditShape {
  const fields = Object.entries(details).filter(([name]) => EVENT_DETAIL_FIELDS.some((field) => field === name));
  return Object.fromEntries(fields.map(([field, schema]) => [field, leftOutOr(schema)])) as EditShape;
}

function leftOutOr(schema: z.ZodMiniType): z.ZodMiniType {
  const isOptional = schema instanceof z.ZodMiniExactOptional;
  return z.exactOptional(isOptional ? z.nullable(schema.def.innerType as z.ZodMiniType) : schema);
}
