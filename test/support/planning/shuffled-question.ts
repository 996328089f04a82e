import type { PlayQuestion } from "#domain/line-up/play-state.ts";

type Shuffle = <T>(list: Iterable<T>) => T[];

/** Returns a function that sorts a list by the next numbers. `numbers` must be infinite. */
export function shuffleBy(numbers: Iterator<number>): Shuffle {
  return (list) =>
    Array.from(list, (item) => ({ item, place: numbers.next().value as number }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ item }) => item);
}

/** The same question, with its people, their answers and the combinable pairs in another order. */
export function shuffledQuestion(question: PlayQuestion, shuffled: Shuffle): PlayQuestion {
  const people = shuffled(question.people);
  const availability = shuffled(people).flatMap(({ id }) =>
    question.availability.filter(({ userId }) => userId === id),
  );
  return { ...question, people, availability, combinablePairs: shuffled(question.combinablePairs) };
}
