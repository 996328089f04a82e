/** « Pour Léa Petit », before the answers that somebody gives for her */
export function forPerson(name: string): string {
  return `Pour ${name}`;
}

/** « Léa joue : », before her roles */
export function personPlays(firstName: string): string {
  return `${firstName} joue\u00a0: `;
}
