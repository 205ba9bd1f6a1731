import type { Dictionary } from '../words.ts'

/** What the contract and the server name of threats and touts: sources, fields, types, statuses, events. */
export const words: Dictionary = {
  // Severities and statuses
  'Review team': 'Prüfteam',

  // Sources whose names are words

  // Fields and searches

  // Types of threats

  // Types of touts

  // Events of the history
  'Marked whitelist': 'Als unbedenklich markiert',
  'Marked false positive': 'Als Fehlalarm markiert',
  'Marked for takedown': 'Für Takedown markiert',
  'Marked for deeper analysis': 'Zur vertieften Analyse markiert',
  'Whitelisting ran out, and it was seen again': 'Die Freigabe ist abgelaufen, und es wurde wieder gesehen',
  'Its content changed since it was whitelisted': 'Der Inhalt hat sich seit der Freigabe geändert',
  'Decision taken back': 'Entscheidung zurückgenommen',
  'Severity or type corrected': 'Schweregrad oder Typ berichtigt',
  'Added by hand': 'Von Hand hinzugefügt',
  'Deeper analysis requested': 'Vertiefte Analyse angefordert',
  'Deeper analysis withdrawn': 'Vertiefte Analyse zurückgezogen',
  'Evidence added': 'Beweis hinzugefügt',
  'Looked up': 'Nachgeschlagen',
  'The domain changed': 'Die Domain hat sich geändert',
  'Reopened by a change of the domain': 'Wieder geöffnet, weil sich die Domain geändert hat',
}
