import type { Sight } from "./find-in-page.ts";

type Role = Sight["role"];

function sight(role: Role): (name: string, within?: Sight) => Sight {
  return (name, within) => ({ role, name, ...(within === undefined ? {} : { within }) });
}

export const button = sight("button");
export const dialog = sight("dialog");
export const group = sight("group");
export const heading = sight("heading");
export const item = sight("item");
export const link = sight("link");
export const message = sight("message");
export const region = sight("region");
export const table = sight("table");
export const text = sight("text");
