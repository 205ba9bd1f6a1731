// Written by `npm run eval:lookalike -- --fit`.

/** Log-odds: that a page shows the brand, and that a page with such a field is an impostor. */
export const lookalikeWeights = {
  start: -2.39,
  logo: 2.02,
  logoAtTop: 2.11,
  nameInTitle: 1.83,
  nameAtTop: 0.91,
  mentioned: 0.78,
  ownName: -6.25,
  disclaimed: -0.06,
  article: -0.43,
  parked: -2.36,
  resources: 2,
  icon: 0.3,
  structure: 0.44,
  picture: 0,
  password: 0.92,
  card: 0.74,
  pin: 3.32,
  oneTimeCode: 2.72,
  seedPhrase: 2.24,
  sentAway: 2.66,
}
