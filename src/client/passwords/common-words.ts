/**
 * What people who guess passwords of a French band try first, in lower case without accents: the heads of published
 * lists, and the words of this field. A hint, not a filter: nothing is refused for being here.
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
