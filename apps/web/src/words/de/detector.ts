import type { Dictionary } from '../words.ts'

/** What the detector says of names: classes, marks, the bench and the back-test. */
export const words: Dictionary = {
  // How a name imitates
  'How the name imitates': 'Wie der Name nachahmt',
  'The very name': 'Der Name selbst',
  'The protected name as it is, under an ending where nothing official stands.':
    'Der geschützte Name, wie er ist, unter einer Endung, unter der nichts Offizielles steht.',
  'Another ending': 'Andere Endung',
  'The label of an official domain, letter for letter, with another ending.':
    'Buchstabe für Buchstabe der Name einer offiziellen Domain, mit einer anderen Endung.',
  'Foreign characters': 'Fremde Schriftzeichen',
  'Characters of another script that look like those of the protected name.':
    'Zeichen einer anderen Schrift, die wie die des geschützten Namens aussehen.',
  'Look-alike letters': 'Ähnlich aussehende Buchstaben',
  'Ordinary letters that pass for others at a glance, such as rn for m.':
    'Gewöhnliche Buchstaben, die flüchtig gelesen als andere durchgehen, etwa rn für m.',
  'Digits for letters': 'Ziffern für Buchstaben',
  'Digits stand where letters of the protected name should, such as 0 for o.':
    'Ziffern stehen, wo Buchstaben des geschützten Namens stehen müssten, etwa 0 für o.',
  'Hyphens in the name': 'Bindestriche im Namen',
  'The letters of the protected name, cut apart by hyphens.':
    'Die Buchstaben des geschützten Namens, durch Bindestriche getrennt.',
  Misspelling: 'Tippfehler',
  'A slip of the finger away: a letter more, one less, another one, or two swapped.':
    'Einen Tippfehler entfernt: ein Buchstabe mehr, einer weniger, ein anderer oder zwei vertauscht.',
  'Name with words around it': 'Name mit Zusätzen',
  'The protected name as it is, with other words joined to it.':
    'Der geschützte Name, wie er ist, mit anderen Wörtern verbunden.',
  'Name before a foreign domain': 'Name vor fremder Domain',
  'The protected name stands in front; the domain behind it belongs to somebody else.':
    'Der geschützte Name steht vorn; die Domain dahinter gehört jemand anderem.',
  'Misspelling before a foreign domain': 'Tippfehler vor fremder Domain',
  'Something close to the protected name stands in front; the domain behind it belongs to somebody else.':
    'Etwas, das dem geschützten Namen gleicht, steht vorn; die Domain dahinter gehört jemand anderem.',
  'Lure in the address': 'Köder in der Adresse',
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
}
