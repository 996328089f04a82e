import { expect, it } from "vitest";
import { groupOptions } from "./group-form.tsx";

it("a group is chosen by its name", () => {
  expect(groupOptions([{ id: "1", name: "Chorale" }])).toEqual([{ value: "1", label: "Chorale" }]);
});

it("groups of one name are told apart by their ids", () => {
  const groups = [
    { id: "1", name: "Chorale" },
    { id: "k7mq2z", name: "Chorale" },
  ];
  expect(groupOptions(groups)[1]).toEqual({ value: "k7mq2z", label: "Chorale (k7mq2z)" });
});
