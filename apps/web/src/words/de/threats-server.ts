import type { Dictionary } from '../words.ts'

/** What the contract and the server name of threats and touts: sources, fields, types, statuses, events. */
export const words: Dictionary = {
  // Severities and statuses

  // Sources whose names are words

  // Fields and searches

  // Types of threats

  // Types of touts

  // What would lower the score of a name
  'The hosted name is registered as an official one of the company.':
    'Der gehostete Name ist als offizieller Name des Unternehmens eingetragen.',
  'The domain behind the name belongs to a known organisation that serves the company.':
    'Die Domain hinter dem Namen gehört einer bekannten Organisation, die für das Unternehmen arbeitet.',
  'The domain behind the name delivers or protects the official host by order of the company.':
    'Die Domain hinter dem Namen liefert oder schützt den offiziellen Host im Auftrag des Unternehmens.',
  'The host that the address leads to is registered as an official one of the company.':
    'Der Host, zu dem die Adresse führt, ist als offizieller Host des Unternehmens eingetragen.',
  'The site is one on which passing on addresses is normal.':
    'Die Website ist eine, auf der das Weitergeben von Adressen üblich ist.',
  'The domain behind the name is a delivery network or service that repeats its customers’ names.':
    'Die Domain hinter dem Namen ist ein Liefernetz oder Dienst, der die Namen seiner Kunden wiederholt.',
  'The name is registered as an official one of the company, or allowed.':
    'Der Name ist als offizieller Name des Unternehmens eingetragen oder freigegeben.',
  'The domain leads nowhere: it has no address.': 'Die Domain führt nirgendwohin: Sie hat keine Adresse.',
  'Its page leads visitors on to an official host of the company.':
    'Ihre Seite führt Besucher zu einem offiziellen Host des Unternehmens weiter.',
  'The domain turns out to be registered for five years or more.':
    'Die Domain erweist sich als seit fünf Jahren oder länger registriert.',
  'Its page turns out to be the placeholder of a seller of names.':
    'Ihre Seite erweist sich als Platzhalter eines Verkäufers von Namen.',
  'The page no longer asks for a password.': 'Die Seite fragt nicht mehr nach einem Passwort.',
  'The title of the page no longer names the brand.': 'Der Titel der Seite nennt die Marke nicht mehr.',
  'The domain no longer takes mail.': 'Die Domain nimmt keine Mails mehr an.',
  'The other threats with its certificate key turn out to be harmless.':
    'Die anderen Bedrohungen mit ihrem Zertifikatsschlüssel erweisen sich als harmlos.',

  // Events of the history
  'Whitelisting ran out, and it was seen again': 'Die Freigabe ist abgelaufen, und es wurde wieder gesehen',
  'Its content changed since it was whitelisted': 'Der Inhalt hat sich seit der Freigabe geändert',
  'Deeper analysis requested': 'Tiefere Analyse angefordert',
  'Looked up': 'Nachgeschlagen',
  'The domain changed': 'Die Domain hat sich geändert',
  'Reopened by a change of the domain': 'Wieder geöffnet, weil sich die Domain geändert hat',
}
