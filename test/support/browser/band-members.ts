import type { Person } from "./people.ts";

/** The invented people of the browser tests. A test that needs other services spreads one of them. */
export const CAMILLE: Person = {
  firstName: "Camille",
  lastName: "Perrin",
  email: "camille@example.org",
  password: "tilleul",
  services: ["Lead", "Voix"],
};

export const ELISE: Person = {
  firstName: "Élise",
  lastName: "Fontaine",
  email: "elise@example.org",
  password: "tilleul",
  services: ["Piano", "Voix"],
};

export const HELENE: Person = {
  firstName: "Hélène",
  lastName: "Brunet",
  email: "helene@example.org",
  password: "croche-pointee",
  services: ["Lead", "Piano"],
};

export const MARIE: Person = {
  firstName: "Marie",
  lastName: "Petit",
  email: "marie@example.org",
  password: "tilleul",
  services: ["Lead"],
};

export const YANNICK: Person = {
  firstName: "Yannick",
  lastName: "Morel",
  email: "yannick@example.org",
  password: "double-croche",
  services: ["Batterie"],
};

/** Every service that a person can choose, in the order of the specification. */
export const SERVICES = [
  "DM",
  "Guitare acoustique",
  "Guitare électrique",
  "Bass",
  "Piano",
  "Clavier",
  "Batterie",
  "Percussions",
  "Violon",
  "Saxophone",
  "Voix",
  "Lead",
  "Sono",
  "Pasteur",
];

/** A brass band of fourteen, none of whom has an e-mail address. */
export const BRASS_BAND: readonly Pick<Person, "firstName" | "lastName" | "services">[] = [
  { firstName: "Alice", lastName: "Royer", services: ["Trompette"] },
  { firstName: "Basile", lastName: "Noël", services: ["Trompette"] },
  { firstName: "Clara", lastName: "Vidal", services: ["Trompette"] },
  { firstName: "Denis", lastName: "Faure", services: ["Bugle", "Trompette"] },
  { firstName: "Emma", lastName: "Lopez", services: ["Bugle"] },
  { firstName: "Fabien", lastName: "Girard", services: ["Cor"] },
  { firstName: "Gaëlle", lastName: "Masson", services: ["Cor"] },
  { firstName: "Hugo", lastName: "Leroy", services: ["Trombone"] },
  { firstName: "Iris", lastName: "Blanc", services: ["Trombone"] },
  { firstName: "Jules", lastName: "Muller", services: ["Euphonium"] },
  { firstName: "Karim", lastName: "Saïdi", services: ["Euphonium", "Tuba"] },
  { firstName: "Lucie", lastName: "Robin", services: ["Tuba"] },
  { firstName: "Marc", lastName: "Henry", services: ["Percussions"] },
  { firstName: "Nora", lastName: "Bonnet", services: ["Percussions"] },
];

/** What the brass band needs, with how many of each. */
export const BRASS_PLACES = {
  Percussions: 1,
  Trompette: 3,
  Trombone: 2,
  Tuba: 1,
  Cor: 2,
  Bugle: 1,
  Euphonium: 1,
} as const;
