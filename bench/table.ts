type Unit = "B" | "ms" | "MB" | "/s" | "count";

/** `reach`: a benchmark fails beyond this limit. `aim`: the value that we want. Both are maxima, or minima if `isLeast`. */
interface Goal {
  readonly of: "value" | "ratio";
  readonly reach: number;
  readonly aim?: number;
  readonly isLeast?: true;
}

/** One measured figure, beside its reference of the same run. */
export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: Unit;
  readonly reference?: number;
  readonly goal?: Goal;
  readonly detail?: string;
}

export interface Table {
  readonly title: string;
  readonly rows: readonly Row[];
}

/** Prints the rows; returns the names of those that miss their goal. */
export function printTable({ title, rows }: Table): string[] {
  console.log(`\n${title}`);
  console.table(Object.fromEntries(rows.map((row) => [row.name, columnsOf(row)])));
  for (const { name, detail } of rows) if (detail !== undefined) console.log(`${name}: ${detail}`);
  return rows.filter((row) => row.goal !== undefined && !holds(row, row.goal.reach)).map(({ name }) => name);
}

function columnsOf(row: Row): Readonly<Record<string, string>> {
  const { value, unit, reference, goal } = row;
  return {
    measured: amount(value, unit),
    reference: reference === undefined ? "" : amount(reference, unit),
    ratio: reference === undefined ? "" : ratioOf(row).toFixed(2),
    reach: goal === undefined ? "" : boundOf(row, goal, goal.reach),
    aim: goal?.aim === undefined ? "" : boundOf(row, goal, goal.aim),
  };
}

function ratioOf({ value, reference = Number.NaN }: Row): number {
  return value / reference;
}

function holds(row: Row, bound: number): boolean {
  const figure = row.goal?.of === "ratio" ? ratioOf(row) : row.value;
  return row.goal?.isLeast ? figure >= bound : figure <= bound;
}

function boundOf(row: Row, { of, isLeast }: Goal, bound: number): string {
  const text = of === "ratio" ? `${bound} ×` : amount(bound, row.unit);
  return `${isLeast ? "≥" : "≤"} ${text} ${holds(row, bound) ? "✓" : "✗"}`;
}

function amount(value: number, unit: Unit): string {
  if (unit === "B") return `${(value / 1000).toFixed(1)} kB`;
  if (unit === "MB") return `${value.toFixed(2)} MB`;
  if (unit === "/s") return `${Math.round(value)} /s`;
  if (unit === "count") return String(value);
  return `${value.toFixed(value < 20 ? 3 : 0)} ms`;
}
