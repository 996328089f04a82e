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
