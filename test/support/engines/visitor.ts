import { expect } from "@playwright/test";
import type { Engine } from "./engine.ts";
import { findInPage, type Found, type Sight, type Task } from "./find-in-page.ts";

/** Keys by their code points in the WebDriver standard. */
const KEYS = { Tab: "\uE004", Enter: "\uE007", Escape: "\uE00C" };

/** How often and how long an expectation is retried, in milliseconds. A busy machine takes seconds to load a page. */
const PATIENCE = { intervals: [50], timeout: 30_000 };

const PRESSABLE = { isEnabled: true, covered: null };

/** Drives an engine like a person: finds elements by role and name, presses them, and waits for what they show. */
export class Visitor {
  readonly #engine: Engine;
  readonly #url: string;

  constructor(engine: Engine, url: string) {
    this.#engine = engine;
    this.#url = url;
  }

  async open(path: string): Promise<void> {
    await this.#engine.open(new URL(path, this.#url).href);
  }

  /** Calls a function that uses nothing from outside in the page. */
  async call<Argument, Result>(work: (argument: Argument) => Result, argument: Argument): Promise<Awaited<Result>> {
    return (await this.#engine.run(String(work), argument)) as Awaited<Result>;
  }

  /** Waits until the function returns this. */
  async expectCall<Argument, Result>(
    work: (argument: Argument) => Result,
    argument: Argument,
    result: Awaited<Result>,
    about?: string,
  ): Promise<void> {
    await expect(async () => {
      const returned: unknown = await this.call(work, argument);
      expect(returned, about).toEqual(result);
    }).toPass(PATIENCE);
  }

  resize(width: number, height: number): Promise<void> {
    return this.#engine.resize(width, height);
  }

  /** @throws Error that names the others of its kind, if it cannot be seen */
  async #find(task: Task): Promise<Found> {
    const { found, others } = await this.call(findInPage, task);
    const [first] = found;
    if (first === undefined) throw new Error(`${describeSight(task.sight)} is not among ${others.join(" | ")}`);
    return first;
  }

  /** Waits until it can be seen, with these properties. Returns the first one. */
  see(sight: Sight, properties: Partial<Found> = {}): Promise<Found> {
    return this.#wait({ sight }, properties, "sees");
  }

  /** Waits until it cannot be seen. */
  async miss(sight: Sight): Promise<void> {
    await expect(async () => {
      const { found } = await this.call(findInPage, { sight });
      expect(found, `still sees ${describeSight(sight)}`).toEqual([]);
    }).toPass(PATIENCE);
  }

  /**
   * Waits until it can be pressed, and presses its middle. If it moved away meanwhile, presses again a little beside: two
   * presses on one spot could count as a double click, of which the page ignores the second press.
   */
  async press(sight: Sight, isBeside = false): Promise<void> {
    await this.#wait({ sight }, PRESSABLE, "presses");
    const { x, y, height } = await this.#find({ sight, aim: true });
    await this.pressAt(x, isBeside ? y + height / 4 : y);
    // If the page is gone, the press had its effect.
    const isMissed = await this.call(() => Reflect.get(window, "isMissed") === true, null).catch(() => false);
    if (isMissed) await this.press(sight, !isBeside);
  }

  /** Retries: an error because the page went away meanwhile must not fail the test. */
  async #wait(task: Task, properties: Partial<Found>, deed: string): Promise<Found> {
    const seen: Found[] = [];
    await expect(async () => {
      const found = await this.#find(task);
      expect(found, `${deed} ${describeSight(task.sight)}`).toEqual(expect.objectContaining(properties));
      seen.push(found);
    }).toPass(PATIENCE);
    const [first] = seen;
    if (first === undefined) throw new Error("unreachable");
    return first;
  }

  /** Presses here, and lets go there. */
  async pressAt(x: number, y: number, end = { x, y }): Promise<void> {
    const move = (to: typeof end) => ({ type: "pointerMove", x: Math.round(to.x), y: Math.round(to.y), duration: 0 });
    const actions = [
      move({ x, y }),
      { type: "pointerDown", button: 0 },
      ...(end.x === x && end.y === y ? [] : [move(end)]),
      { type: "pointerUp", button: 0 },
    ];
    await this.#engine.act([{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }]);
  }

  async focus(sight: Sight): Promise<void> {
    await this.see(sight);
    await this.#find({ sight, focus: true });
  }

  /** Presses keys, one after the other. */
  async type(...keys: (keyof typeof KEYS)[]): Promise<void> {
    const actions = keys.flatMap((key) => ["keyDown", "keyUp"].map((type) => ({ type, value: KEYS[key] })));
    await this.#engine.act([{ type: "key", id: "keyboard", actions }]);
  }

  /** Gives a field this value, as a native control or a paste does: typing depends on the system's keyboard. */
  async fill(label: string, fill: string): Promise<void> {
    const sight = { role: "field", name: label } as const;
    await this.see(sight);
    const { value } = await this.#find({ sight, fill });
    expect(value, `fills ${describeSight(sight)}`).toBe(fill);
  }
}

function describeSight({ role, name, within }: Sight): string {
  return `${role} « ${name} »${within === undefined ? "" : ` in ${describeSight(within)}`}`;
}
