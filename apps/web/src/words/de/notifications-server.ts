import type { Dictionary } from '../words.ts'

/** What the bell says, as the server writes it (`told` of words.ts); the longer forms first. */
export const words: Dictionary = {
  'told: New {severity} threat: {title}': 'Neue Bedrohung ({severity}): {title}',
  'told: New {severity} tout: {title}': 'Neuer Schwarzhändler ({severity}): {title}',
  'told: {n} new threats': '{n} neue Bedrohungen',
  'told: {n} new touts': '{n} neue Schwarzhändler',
  'told: {rule}: {n} new threats': '{rule}: {n} neue Bedrohungen',
  'told: Takedown asked for: {title}': 'Takedown angefordert: {title}',
  'told: Takedown asked for {n} threats': 'Takedown für {n} Bedrohungen angefordert',
  'told: Takedown asked for {n} touts': 'Takedown für {n} Schwarzhändler angefordert',
  'told: Deeper analysis asked for: {title}': 'Tiefere Analyse angefordert: {title}',
  'told: Deeper analysis asked for {n} threats': 'Tiefere Analyse für {n} Bedrohungen angefordert',
  'told: Deeper analysis asked for {n} touts': 'Tiefere Analyse für {n} Schwarzhändler angefordert',
  'told: {name} wrote on the takedown of {title}': '{name} schrieb zum Takedown von {title}',
  'told: {name} wrote on the deeper analysis of {title}': '{name} schrieb zur tieferen Analyse von {title}',
  'told: Takedown of {title}: {status}': 'Takedown von {title}: {status}',
  'told: Deeper analysis of {title}: {status}': 'Tiefere Analyse von {title}: {status}',
  'told: “{subject}” is {state}': '„{subject}“: {state}',
  'told: Your export is ready: {file}': 'Ihr Export ist bereit: {file}',
  'told: Your export of {what} has failed': 'Ihr Export ({what}) ist fehlgeschlagen',
  'told: {name} has looked at {n} leaked passwords within 24 hours':
    '{name} hat in 24 Stunden {n} geleakte Passwörter angesehen',
}
