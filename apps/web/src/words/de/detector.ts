import type { Dictionary } from '../words.ts'

/** What the detector says of names: classes, marks, the bench and the back-test. */
export const words: Dictionary = {
  // How a name imitates
  'How the name imitates': 'Wie der Name nachahmt',
  'The protected name as it is, under an ending where nothing official stands.':
    'Der geschützte Name, wie er ist, unter einer Endung, unter der nichts Offizielles steht.',
  'The label of an official domain, letter for letter, with another ending.':
    'Buchstabe für Buchstabe der Name einer offiziellen Domain, mit einer anderen Endung.',
  'Characters of another script that look like those of the protected name.':
    'Zeichen einer anderen Schrift, die wie die des geschützten Namens aussehen.',
  'Ordinary letters that pass for others at a glance, such as rn for m.':
    'Gewöhnliche Buchstaben, die flüchtig gelesen als andere durchgehen, etwa rn für m.',
  'Digits stand where letters of the protected name should, such as 0 for o.':
    'Ziffern stehen, wo Buchstaben des geschützten Namens stehen müssten, etwa 0 für o.',
  'The letters of the protected name, cut apart by hyphens.':
    'Die Buchstaben des geschützten Namens, durch Bindestriche getrennt.',
  'A slip of the finger away: a letter more, one less, another one, or two swapped.':
    'Einen Tippfehler entfernt: ein Buchstabe mehr, einer weniger, ein anderer oder zwei vertauscht.',
  'The protected name as it is, with other words joined to it.':
    'Der geschützte Name, wie er ist, mit anderen Wörtern verbunden.',
  'The protected name stands in front; the domain behind it belongs to somebody else.':
    'Der geschützte Name steht vorn; die Domain dahinter gehört jemand anderem.',
  'Something close to the protected name stands in front; the domain behind it belongs to somebody else.':
    'Etwas, das dem geschützten Namen gleicht, steht vorn; die Domain dahinter gehört jemand anderem.',
  'The address carries an official name outside of the part that decides where it leads.':
    'Die Adresse trägt einen offiziellen Namen außerhalb des Teils, der entscheidet, wohin sie führt.',
  '{seen} passes for {real}': '{seen} geht als {real} durch',
  '{seen} stands where {real} should': '{seen} steht, wo {real} stehen müsste',
  '{seen} is one character too many': '{seen} ist ein Zeichen zu viel',
  '{seen} is {real} in the wrong order': '{seen} ist {real} in falscher Reihenfolge',
  '{seen} cuts the name apart': '{seen} zerteilt den Namen',
  '{real} is missing': '{real} fehlt',
  '{seen} is a word that lures use': '{seen} ist ein Wort, das Köder benutzen',
  '{seen} is official, but only decoration here: the end of a name decides whose it is':
    '{seen} ist offiziell, hier aber nur Zierde: Das Ende eines Namens entscheidet, wem er gehört',
  '{seen} is the ending instead of {real}': '{seen} ist die Endung statt {real}',
  '{seen} is no official ending': '{seen} ist keine offizielle Endung',
  '{seen} is a service where anybody can have a name': '{seen} ist ein Dienst, bei dem jeder einen Namen haben kann',

  // The bench
  'Part of the test screen': 'Teil des Test-Bildschirms',
  'Try names': 'Namen ausprobieren',
  'What the detector makes of pasted names, and why. Nothing of it is kept.':
    'Was der Detektor von eingefügten Namen hält, und warum. Nichts davon wird behalten.',
  Names: 'Namen',
  'Names ({n})': 'Namen ({n})',
  'Domains, hosts or addresses, one a line, at most {n}.':
    'Domains, Hosts oder Adressen, je Zeile eine, höchstens {n}.',
  'At most {n} at once.': 'Höchstens {n} auf einmal.',
  'Try them': 'Ausprobieren',
  Finding: 'Treffer',
  'Below the threshold': 'Unter der Schwelle',
  Nothing: 'Nichts',
  'No name': 'Kein Name',
  '{n} names': ['{n} Name', '{n} Namen'],
  '{n} findings': ['{n} Treffer', '{n} Treffer'],
  Order: 'Reihenfolge',
  'By score': 'Nach Risikowert',
  'By class': 'Nach Klasse',
  'By name': 'Nach Name',
  'As pasted': 'Wie eingefügt',
  'Copy as CSV': 'Als CSV kopieren',
  Verdicts: 'Urteile',
  Verdict: 'Urteil',
  Class: 'Klasse',
  'Pages of verdicts': 'Seiten der Urteile',
  '{n} terms': ['{n} Term', '{n} Terme'],
  '{brand}: {class}, {score} points': '{brand}: {class}, {score} Punkte',

  // The back-test
  'Try on stored names': 'An gespeicherten Namen ausprobieren',
  'What would these forms have found? Nothing is saved by trying.':
    'Was hätten diese Formen gefunden? Ausprobieren speichert nichts.',
  'Would have found nothing in {names} stored names.': 'Hätte in {names} gespeicherten Namen nichts gefunden.',
  'Would have found {n} in {names} stored names.': [
    'Hätte {n} in {names} gespeicherten Namen gefunden.',
    'Hätte {n} in {names} gespeicherten Namen gefunden.',
  ],
  '{n} of them are known already.': ['{n} davon ist schon bekannt.', '{n} davon sind schon bekannt.'],
  'There are more names; these are looked at first.': 'Es gibt mehr Namen; diese werden zuerst angesehen.',
  Examples: 'Beispiele',
  known: 'bekannt',
  '{alias} is short: it stands in many names by chance': '{alias} ist kurz: Es steht zufällig in vielen Namen',
  '{alias} is an ordinary word: much of what is found will be innocent':
    '{alias} ist ein gewöhnliches Wort: Vieles, was gefunden wird, ist harmlos',
  '{alias} is found {n} times, mostly by weak reasons': '{alias} wird {n}-mal gefunden, meist aus schwachen Gründen',

  // Certificate logs
  'Contradicts itself': 'Widerspricht sich',
  'Has ended': 'Beendet',
  'Certificate logs': 'Zertifikatsprotokolle',
  'The certificate logs': 'Die Zertifikatsprotokolle',
  'No certificate log is read': 'Kein Zertifikatsprotokoll wird gelesen',
  'A list of logs is not configured, so new certificates are not looked at as they are issued.':
    'Es ist keine Liste von Protokollen eingerichtet; neue Zertifikate werden daher nicht bei der Ausstellung angesehen.',
  '{behind} of {logs} behind': '{behind} von {logs} im Rückstand',
  '{n} logs': ['{n} Protokoll', '{n} Protokollen'],
  Log: 'Protokoll',
  Behind: 'Im Rückstand',
  'Behind by': 'Rückstand',
  'Not read yet': 'Noch nicht gelesen',
  Missing: 'Fehlt',
  '{n} certificate logs': ['{n} Zertifikatsprotokoll', '{n} Zertifikatsprotokolle'],
  '{logs} watched, none behind.': '{logs} beobachtet, keins im Rückstand.',
  '{behind} of {logs} behind.': '{logs}: {behind} im Rückstand.',
  '{behind} of {logs} behind by {time}.': '{logs}: {behind} um {time} im Rückstand.',

  // What was seen of a domain
  Technical: 'Technik',
  'What was seen of the domain': 'Was von der Domain gesehen wurde',
  'Not looked at yet': 'Noch nicht angesehen',
  'Registration, DNS records, certificate and web server of its domain appear here once they were looked up.':
    'Registrierung, DNS-Einträge, Zertifikat und Webserver der Domain erscheinen hier, sobald sie abgefragt wurden.',
  'Looked at {ago}.': 'Angesehen {ago}.',
  'Next look {time}.': 'Nächster Blick {time}.',
  'How it came to be': 'Wie es dazu kam',
  Observations: 'Beobachtungen',
  'First seen.': 'Zuerst gesehen.',
  'Seen like this {n} times.': ['{n}-mal so gesehen.', '{n}-mal so gesehen.'],
  Matters: 'Wichtig',
  nothing: 'nichts',
  Changed: 'Geändert',
  Expires: 'Läuft ab',
  Registrant: 'Inhaber',
  'Name servers': 'Nameserver',
  'Complaints to': 'Beschwerden an',
  'Nobody has registered it': 'Niemand hat sie registriert',
  'answers for every name': 'antwortet für jeden Namen',
  trusted: 'vertrauenswürdig',
  'not trusted': 'nicht vertrauenswürdig',
  Issuer: 'Aussteller',
  Valid: 'Gültig',
  'Key, SHA-256': 'Schlüssel, SHA-256',
  Problem: 'Problem',
  'a placeholder of a seller of names': 'ein Platzhalter eines Domainhändlers',
  'asks for a password': 'fragt nach einem Passwort',
  'no answer': 'keine Antwort',
  'answers {status}': 'antwortet {status}',
  'By way of': 'Über',
  Server: 'Server',
  // What the allow-list keeps silent
  'Kept silent': 'Bleibt still',
  'by {entry} ({kind}) until {day}: {reason}': 'durch {entry} ({kind}) bis {day}: {reason}',
  'by {entry} ({kind}): {reason}': 'durch {entry} ({kind}): {reason}',
  '{n} kept silent': ['{n} bleibt still', '{n} bleiben still'],
  'The allow-list keeps {n} of them silent.': [
    'Die Freigabeliste lässt {n} davon still.',
    'Die Freigabeliste lässt {n} davon still.',
  ],
}
