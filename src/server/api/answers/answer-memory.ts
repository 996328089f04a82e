/** A cached value, and how much memory it takes. */
interface Weighed {
  readonly weight: number;
}

/** A cache with a bounded total weight. The least recently used value is dropped first. */
export interface AnswerMemory<Value extends Weighed> {
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => void;
  readonly deleteWhere: (isOver: (value: Value) => boolean) => void;
  readonly clear: () => void;
}

/** Bytes of an entry besides its value: its key, and its place in the map. */
const ENTRY_BYTES = 500;

export function createAnswerMemory<Value extends Weighed>(maxBytes: number): AnswerMemory<Value> {
  // A Map keeps the order in which its keys were added.
  const values = new Map<string, Value>();
  let bytes = 0;

  function weightOf(key: string, { weight }: Value): number {
    return ENTRY_BYTES + 2 * key.length + weight;
  }

  function drop(key: string): void {
    const value = values.get(key);
    if (value === undefined) return;
    values.delete(key);
    bytes -= weightOf(key, value);
  }

  return {
    get(key) {
      const value = values.get(key);
      if (value === undefined) return undefined;
      values.delete(key);
      values.set(key, value);
      return value;
    },
    set(key, value) {
      drop(key);
      if (weightOf(key, value) > maxBytes) return;
      values.set(key, value);
      bytes += weightOf(key, value);
      while (bytes > maxBytes) {
        const [oldest] = values.keys();
        if (oldest === undefined) return;
        drop(oldest);
      }
    },
    deleteWhere(isOver) {
      for (const [key, value] of values) if (isOver(value)) drop(key);
    },
    clear() {
      values.clear();
      bytes = 0;
    },
  };
}
