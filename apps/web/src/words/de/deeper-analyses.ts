import type { Dictionary } from '../words.ts'

/** Deeper analyses: the list and the case. */
export const words: Dictionary = {
  About: 'Worum es geht',
  'All deeper analyses': 'Alle Analysen',
  'Analyses appear here once the team has written its findings.':
    'Analysen erscheinen hier, sobald das Team sein Ergebnis geschrieben hat.',
  'Analyses that were taken back or could not be done appear here.':
    'Zurückgezogene oder nicht durchführbare Analysen erscheinen hier.',
  'Ask a follow-up': 'Nachfragen',
  'Ask the analysts': 'Die Analysten fragen',
  Asked: 'Angefragt',
  Files: 'Dateien',
  'Filter deeper analyses': 'Analysen filtern',
  Findings: 'Ergebnis',
  'Findings, or why it ends': 'Ergebnis, oder warum sie endet',
  'It ended without findings.': 'Sie endete ohne Ergebnis.',
  'Mark a threat “Deeper analysis” and the team looks into it; what it finds is kept here.':
    'Markieren Sie eine Bedrohung mit „Tiefere Analyse“, dann untersucht sie das Team; das Ergebnis steht dann hier.',
  'No deeper analysis is open': 'Keine Analyse ist offen',
  'No deeper analysis matches': 'Keine Analyse passt',
  'No such deeper analysis': 'Diese Analyse gibt es nicht',
  'Nobody has begun yet. The findings appear here.': 'Noch hat niemand begonnen. Das Ergebnis erscheint hier.',
  'Nothing here yet': 'Hier ist noch nichts',
  'Search deeper analyses': 'Analysen durchsuchen',
  'Steps of the deeper analysis': 'Schritte der Analyse',
  'The deeper analyses': 'Die Analysen',
  'The deeper analysis': 'Die Analyse',
  'The findings are in the files of this case.': 'Das Ergebnis steht in den Dateien dieses Falls.',
  'The note is what the client reads as findings.': 'Die Notiz ist das, was der Kunde als Ergebnis liest.',
  'The team is looking into it. The findings appear here.': 'Das Team untersucht es. Das Ergebnis erscheint hier.',
  'Which deeper analyses': 'Welche Analysen',
  'Written by {name}, {date}': 'Geschrieben von {name}, {date}',
  '{n} analyses': ['{n} Analyse', '{n} Analysen'],
}
