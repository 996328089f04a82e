/**
 * The first guesses against passwords of a French band, in lower case without accents: the most frequent entries of
 * published lists, and words about music and church. Used for a hint only: no password is refused because of it.
 */
export const COMMON_WORDS: readonly string[] = `
  password motdepasse passe secret admin welcome bienvenue letmein login user bonjour coucou salut soleil
  amour jetaime iloveyou doudou chouchou loulou maman papa bebe famille princesse chocolat vacances liberte
  bonheur etoile france paris marseille lyon toulouse football dragon monkey master sunshine nicolas camille
  julien thomas sophie marie pierre antoine julie david jesus christ dieu seigneur esprit eglise bible priere
  louange gloire alleluia hallelujah hosanna amen pasteur grace agape noel paques diapason musique chorale
  guitare batterie piano basse violon planning repetition culte
`
  .trim()
  .split(/\s+/);
