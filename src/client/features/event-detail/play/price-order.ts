import type { PriceOfYes } from "#domain/line-up/repairing/prices.ts";
import type { PersonToAsk } from "#domain/line-up/whom-to-ask.ts";

/**
 * For a kept line-up that is to be repaired: the people to ask in the order of what their yes would cost, each with what
 * would then change in the kept line-up. Those whose yes changes nothing in its repair come last.
 */
export function inPriceOrder(people: readonly PersonToAsk[], prices: readonly PriceOfYes[]): PersonToAsk[] {
  const rankOf = ({ person: { id } }: PersonToAsk): number => {
    const rank = prices.findIndex(({ person }) => person.id === id);
    return rank === -1 ? prices.length : rank;
  };
  return people.toSorted((a, b) => rankOf(a) - rankOf(b)).map((asked) => repairedBy(asked, prices[rankOf(asked)]));
}

function repairedBy(asked: PersonToAsk, price: PriceOfYes | undefined): PersonToAsk {
  const own = price?.repair.moves.find(({ person }) => person.id === asked.person.id);
  if (price === undefined || own === undefined || "standIns" in asked) return asked;
  return { ...asked, takes: own.to, moves: price.repair.moves.filter((move) => move !== own) };
}
