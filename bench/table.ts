/** One measured figure; the goal holds when `value` (or its ratio to the reference) is at most `atMost`. */
export type Row = {
  name: string;
  value: number;
  unit: "B" | "ms" | "MB";
  reference: number;
  goal?: { of: "value" | "ratio"; atMost: number };
  detail?: string;
};

/** Prints the rows; returns whether every goal was met. */
export function printTable(title: string, rows: readonly Row[]): boolean {
  console.log(`\n${title}`);
  console.table(
    Object.fromEntries(
      rows.map((row) => [
        row.name,
        {
          measured: amount(row.value, row.unit),
          reference: amount(row.reference, row.unit),
          ratio: ratio(row).toFixed(2),
          goal: goalOf(row),
        },
      ]),
    ),
  );
  for (const { name, detail } of rows) if (detail !== undefined) console.log(`${name}: ${detail}`);
  return rows.every(holds);
}

function ratio({ value, reference }: Row): number {
  return value / reference;
}

function holds(row: Row): boolean {
  if (!row.goal) return true;
  return (row.goal.of === "ratio" ? ratio(row) : row.value) <= row.goal.atMost;
}

function goalOf(row: Row): string {
  if (!row.goal) return "";
  const { of, atMost } = row.goal;
  const goal = of === "ratio" ? `≤ ${atMost} ×` : `≤ ${amount(atMost, row.unit)}`;
  return `${goal} ${holds(row) ? "✓" : "✗"}`;
}

function amount(value: number, unit: Row["unit"]): string {
  if (unit === "B") return `${(value / 1000).toFixed(1)} kB`;
  if (unit === "MB") return `${value.toFixed(1)} MB`;
  return `${value.toFixed(value < 20 ? 3 : 0)} ms`;
}
