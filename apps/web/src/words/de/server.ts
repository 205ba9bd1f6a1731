import type { Dictionary } from '../words.ts'

/** What the server and the contract name in English: sources, states, severities, kinds. */
export const words: Dictionary = {
  // Statuses, steps and events of cases
  Draft: 'Entwurf',
  'Awaiting authorisation': 'Wartet auf Freigabe',
  Authorised: 'Freigegeben',
  'Information requested': 'Rückfrage des Anbieters',
  Escalated: 'Eskaliert',
  'Offline, monitored': 'Offline, beobachtet',
  Reopened: 'Wieder geöffnet',
  Unsuccessful: 'Erfolglos',
  Withdrawn: 'Zurückgezogen',
  Stale: 'Veraltet',
  Invalid: 'Ungültig',
  Duplicate: 'Doppelt',
  'Provider replied': 'Anbieter hat geantwortet',
  'Takedown requested': 'Takedown angefordert',
  'Takedown withdrawn': 'Takedown zurückgezogen',
  'Evidence preserved': 'Beweise gesichert',
  'File added': 'Datei hinzugefügt',
}
