import type { Dictionary } from '../words.ts'

/** Activity, Events and Recent Activity. */
export const words: Dictionary = {
  'Decided again since': 'Seither neu entschieden',
  'Work has begun': 'Bearbeitung läuft',
  'Cannot be undone': 'Nicht rückgängig zu machen',
  'Undo: {title}': 'Rückgängig: {title}',
  Signet: 'Signet',
  Item: 'Eintrag',
  Mark: 'Kennzeichnung',
  By: 'Durch',
  When: 'Wann',
  Remark: 'Bemerkung',
  'Taken back': 'Zurückgenommen',
  Severity: 'Schweregrad',
  All: 'Alle',
  'The activity': 'Die Aktivität',
  'In a range': 'In einem Zeitraum',
  'Which activity': 'Welche Aktivität',
  'Threats or touts': 'Bedrohungen oder Schwarzhändler',
  'Filter activity': 'Aktivität filtern',
  'Search activity': 'Aktivität durchsuchen',
  'The file is being made; it will be among your exports.':
    'Die Datei wird erstellt; Sie finden sie unter Ihren Exporten.',
  '{count} rows exported': '{count} Zeilen exportiert',
  'Nothing was exported. {reason}': 'Nichts wurde exportiert. {reason}',
  'Decisions and remarks appear here as soon as somebody makes one.':
    'Entscheidungen und Bemerkungen erscheinen hier, sobald jemand eine macht.',
  'What is marked “Whitelist” appears here.': 'Was mit „Unbedenklich“ gekennzeichnet ist, erscheint hier.',
  'What is marked “False positive” appears here, with its remark.':
    'Was mit „Fehlalarm“ gekennzeichnet ist, erscheint hier mit seiner Bemerkung.',
  'What is marked “Takedown” appears here; its case stands under Takedowns.':
    'Was mit „Takedown“ gekennzeichnet ist, erscheint hier; sein Fall steht unter Takedowns.',
  'What is marked “Deeper analysis” appears here.': 'Was mit „Tiefere Analyse“ gekennzeichnet ist, erscheint hier.',
  'Press B on a threat to keep it here.': 'Drücken Sie bei einer Bedrohung B, um sie hier zu behalten.',
  'Nothing matches': 'Nichts entspricht',
  'Nothing yet': 'Noch nichts',
  'Clear filters': 'Filter zurücksetzen',
  'Filtered by {filters}.': 'Gefiltert nach {filters}.',
  '{n} entries': ['{n} Eintrag', '{n} Einträge'],
  Events: 'Ereignisse',
  'Filter events': 'Ereignisse filtern',
  'Search events': 'Ereignisse durchsuchen',
  'The events': 'Die Ereignisse',
  'Nothing happened yet': 'Noch ist nichts geschehen',
  'Publications, decisions and every step of a case appear here in their order.':
    'Veröffentlichungen, Entscheidungen und jeder Schritt eines Falls erscheinen hier der Reihe nach.',
  'Pages of events': 'Seiten der Ereignisse',
  '{first} to {last} of {total}': '{first} bis {last} von {total}',
  'Open the case': 'Fall öffnen',
  Possible: 'Möglich',
  'Decisions and remarks of every company appear here as soon as somebody makes one.':
    'Entscheidungen und Bemerkungen aller Unternehmen erscheinen hier, sobald jemand eine macht.',
  '{title} is open again.': '{title} ist wieder offen.',
  'The decision on {title} was not taken back. {reason}':
    'Die Entscheidung zu {title} wurde nicht zurückgenommen. {reason}',
}
