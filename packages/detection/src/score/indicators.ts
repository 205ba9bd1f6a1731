/** The subject of an indicator. */
export type IndicatorCategory = 'Domain' | 'URL' | 'General'

const glossary = [
  {
    name: 'Exact brand name',
    category: 'Domain',
    description: 'One label of the name is exactly the brand.',
  },
  {
    name: 'Brand as a separate word',
    category: 'Domain',
    description: 'The brand is set off from the rest of the name by hyphens, dots or digits.',
  },
  {
    name: 'Brand + extra text',
    category: 'Domain',
    description: 'The brand is at the start or end of a longer run of letters.',
  },
  {
    name: 'Brand inside other text',
    category: 'Domain',
    description: 'There are other letters on both sides of the brand.',
  },
  {
    name: 'Misspelt brand name',
    category: 'Domain',
    description: 'One label is one or two typos away from the brand.',
  },
  {
    name: 'Misspelt brand as a separate word',
    category: 'Domain',
    description: 'A part between hyphens is one or two typos away from the brand.',
  },
  {
    name: 'Misspelt brand + extra text',
    category: 'Domain',
    description: 'A longer run of letters starts or ends with a misspelling of the brand.',
  },
  {
    name: 'Two typos',
    category: 'Domain',
    description: 'The text differs from the brand by two edits instead of one.',
  },
  {
    name: 'Typo next to a common word',
    category: 'Domain',
    description: 'A common word in the brand is unchanged, and much of the short rest differs.',
  },
  {
    name: 'First letter differs',
    category: 'Domain',
    description: 'The typo is in the first letter, where readers are most likely to notice it.',
  },
  {
    name: 'Common typo',
    category: 'Domain',
    description: 'Letters are doubled, dropped or swapped: the typos that people make and squatters register.',
  },
  {
    name: 'Unusual typo',
    category: 'Domain',
    description: 'The changed letter is one that people and squatters rarely change, so it may be a coincidence.',
  },
  {
    name: 'Not a real word',
    category: 'Domain',
    description: 'As spelled, the letters are unlikely to be a word of their own.',
  },
  {
    name: 'Likely a real word',
    category: 'Domain',
    description: 'As spelled, the letters are as likely to be a word or name as the brand itself.',
  },
  {
    name: 'Look-alike letters',
    category: 'Domain',
    description: 'Accented letters or letters of other scripts replace those of the brand.',
  },
  {
    name: 'Mixed scripts',
    category: 'Domain',
    description: 'One label mixes alphabets whose letters are easily confused.',
  },
  {
    name: 'Look-alike ASCII',
    category: 'Domain',
    description: 'Plain letters imitate others, such as rn for m or cl for d.',
  },
  {
    name: 'Digits for letters',
    category: 'Domain',
    description: 'Digits replace letters, such as 0 for o.',
  },
  {
    name: 'Split by hyphens',
    category: 'Domain',
    description: 'Hyphens split the brand without changing how it reads.',
  },
  {
    name: 'Possible coincidence',
    category: 'Domain',
    description: 'The split or changed brand runs into other letters, so it may be a coincidence.',
  },
  {
    name: 'Distinctive brand name',
    category: 'Domain',
    description: 'The brand is long enough that it rarely appears by coincidence.',
  },
  {
    name: 'Short brand name',
    category: 'Domain',
    description: 'The brand is so short that it often appears by coincidence.',
  },
  {
    name: 'Brand is a common word',
    category: 'Domain',
    description: 'The brand is a common word or part of one.',
  },
  {
    name: 'Brand made of common words',
    category: 'Domain',
    description: 'The brand is made of common words, which also occur together by coincidence.',
  },
  {
    name: 'Phishing keywords',
    category: 'Domain',
    description: 'The name also contains words typical of sign-in pages, payments, deliveries, gifts or support.',
  },
  {
    name: 'Common words',
    category: 'Domain',
    description: 'The name also contains common words, as names of fan sites, shops and places do.',
  },
  {
    name: 'Extra letters',
    category: 'Domain',
    description: 'A few letters without meaning were added to the brand.',
  },
  {
    name: 'Unknown text',
    category: 'Domain',
    description: 'The brand is part of longer text that isn’t a known word.',
  },
  {
    name: 'Alternative reading',
    category: 'Domain',
    description: 'The letters can be read as common words that don’t include the brand.',
  },
  {
    name: 'Real words, not a typo',
    category: 'Domain',
    description: 'What looks like a misspelling is made of common words.',
  },
  {
    name: 'Matches another brand',
    category: 'Domain',
    description: 'The name exactly matches another well-known or protected name.',
  },
  {
    name: 'Official host in the name',
    category: 'Domain',
    description: 'An official host of the brand is written in front of another domain.',
  },
  {
    name: 'Brand in a subdomain',
    category: 'Domain',
    description: 'The brand is in a subdomain of a domain it doesn’t own.',
  },
  {
    name: 'Free hosting',
    category: 'Domain',
    description: 'The name is hosted on a service that anyone can use for free.',
  },
  {
    name: 'Hosting provider subdomain',
    category: 'Domain',
    description: 'The name is below a suffix that a hosting provider gives to its customers.',
  },
  {
    name: 'Trusted parent domain',
    category: 'Domain',
    description:
      'The domain belongs to a content delivery network or name service that includes its customers’ names in its own.',
  },
  {
    name: 'Restricted suffix',
    category: 'Domain',
    description: 'The suffix is only given to governments, schools and similar organisations.',
  },
  {
    name: 'Brand-owned suffix',
    category: 'Domain',
    description: 'The suffix is itself a protected name, and only its owner can register names under it.',
  },
  {
    name: 'Throwaway parent domain',
    category: 'Domain',
    description: 'The parent domain is composed like those of short-lived campaigns.',
  },
  {
    name: 'Ordinary parent domain',
    category: 'Domain',
    description: 'The parent domain is composed like those of ordinary organisations.',
  },
  {
    name: 'Low-risk suffix',
    category: 'Domain',
    description: 'Ordinary names under this suffix are abused less often than most.',
  },
  {
    name: 'High-risk suffix',
    category: 'Domain',
    description: 'This suffix is abused more often than most.',
  },
  {
    name: 'Many hyphens',
    category: 'Domain',
    description: 'The name contains two or more hyphens.',
  },
  {
    name: 'Brand + digits',
    category: 'Domain',
    description: 'Digits were added to the name, as in a numbered series.',
  },
  {
    name: 'Official host before @',
    category: 'URL',
    description: 'The address shows an official host as a user name, but the browser opens another site.',
  },
  {
    name: 'Redirect to another host',
    category: 'URL',
    description: 'An address on an official host redirects visitors to a foreign one.',
  },
  {
    name: 'Redirect parameter',
    category: 'URL',
    description: 'Redirects often use this query parameter.',
  },
  {
    name: 'Official address in the query',
    category: 'URL',
    description: 'A foreign address contains an official address in its query.',
  },
  {
    name: 'Official host in the path',
    category: 'URL',
    description: 'A foreign address contains an official host in its path.',
  },
  {
    name: 'Link-sharing site',
    category: 'General',
    description: 'Passing on addresses is normal on this site.',
  },
  {
    name: 'Not registered',
    category: 'Domain',
    description: 'Nobody owns the domain at present, so it can’t host anything. Anyone could register it at any time.',
  },
  {
    name: 'Registered recently',
    category: 'Domain',
    description: 'The domain was registered recently. Most phishing happens in the first weeks after registration.',
  },
  {
    name: 'Registered years ago',
    category: 'Domain',
    description: 'The domain has had an owner for years, which suggests a legitimate business.',
  },
  {
    name: 'Does not resolve',
    category: 'Domain',
    description: 'The name has no address at present, so there is no page to reach.',
  },
  {
    name: 'Wildcard DNS',
    category: 'Domain',
    description: 'The zone resolves every name in the same way, so the result for this one says nothing.',
  },
  {
    name: 'Mail records found',
    category: 'Domain',
    description: 'The domain can send and receive email, so it can be used for forged messages even without a website.',
  },
  {
    name: 'No mail records',
    category: 'Domain',
    description: 'The domain can’t receive email, so replies to a forged message would get lost.',
  },
  {
    name: 'Web server not responding',
    category: 'Domain',
    description: 'The name has an address, but no web server responds.',
  },
  {
    name: 'Redirects to an official host',
    category: 'Domain',
    description: 'Visitors are redirected to an official site of the brand, as with names it registered defensively.',
  },
  {
    name: 'Parked page',
    category: 'Domain',
    description: 'The domain shows only a placeholder. Watch it: parked domains are often activated later.',
  },
  {
    name: 'Page unavailable',
    category: 'URL',
    description: 'The page is no longer available. It may come back, so watch it for a few days.',
  },
  {
    name: 'Password field',
    category: 'Domain',
    description: 'The page asks for a password.',
  },
  {
    name: 'Brand in the page title',
    category: 'Domain',
    description: 'The page title contains the brand name.',
  },
  {
    name: 'Certificate from a free CA',
    category: 'Domain',
    description:
      'The certificate was issued for free and without an identity check. Legitimate sites use such certificates too.',
  },
  {
    name: 'Reused certificate key',
    category: 'Domain',
    description: 'The server uses the same certificate key as another threat, so both probably have the same operator.',
  },
  {
    name: 'Logo match',
    category: 'General',
    description:
      'An image contains the brand’s logo or one close to it. The percentage shows how similar they are; from about 90% most people would confuse them.',
  },
  {
    name: 'Logo at the top',
    category: 'General',
    description: 'The logo is where a site shows who runs it, not somewhere in its content.',
  },
  {
    name: 'Brand at the top of the page',
    category: 'General',
    description: 'The first words of the page contain the brand name, as if the page belonged to it.',
  },
  {
    name: 'Brand in the text',
    category: 'General',
    description: 'The text mentions the brand, which honest pages do as well.',
  },
  {
    name: 'Named after its own domain',
    category: 'General',
    description: 'The page calls itself by the name of its domain, which suggests a business of its own.',
  },
  {
    name: 'Says it is not official',
    category: 'General',
    description: 'The page states that it doesn’t belong to the brand.',
  },
  {
    name: 'Long text',
    category: 'General',
    description: 'The page has as much text as an article; sign-in pages have little.',
  },
  {
    name: 'Loads files of the official site',
    category: 'General',
    description: 'The page shows pictures or styles that it loads from the official site.',
  },
  {
    name: 'Icon of the official site',
    category: 'General',
    description: 'The icon in the browser’s tab is the same file as on the official site.',
  },
  {
    name: 'Built like the official page',
    category: 'General',
    description: 'The elements of the page are nested like those of the official page.',
  },
  {
    name: 'Looks like the official page',
    category: 'General',
    description: 'The first view as a picture hardly differs from that of the official page.',
  },
  {
    name: 'Asks for password',
    category: 'General',
    description: 'A form asks for a password.',
  },
  {
    name: 'Asks for card details',
    category: 'General',
    description: 'It asks for a card number, expiry date or security code. The bank never asks for them this way.',
  },
  {
    name: 'Asks for PIN',
    category: 'General',
    description: 'It asks for a PIN, which no bank ever does online.',
  },
  {
    name: 'Asks for one-time code',
    category: 'General',
    description:
      'It asks for the code that the bank sent to the customer. The code can be used at once to confirm a payment or a new device.',
  },
  {
    name: 'Asks for recovery phrase',
    category: 'General',
    description: 'A form asks for the words that open a wallet. Nobody else ever needs them.',
  },
  {
    name: 'Sends data to another site',
    category: 'General',
    description: 'A form sends what visitors enter to a foreign address.',
  },
  {
    name: 'Impostor of the sign-in page',
    category: 'General',
    description: 'The page shows the brand’s logo and asks for a secret, which makes it critical whatever its name.',
  },
  {
    name: 'Nothing but a parked page',
    category: 'General',
    description: 'The page is only a placeholder, so the severity is low until that changes.',
  },
] as const satisfies readonly { name: string; category: IndicatorCategory; description: string }[]

/** Name of an indicator, as it appears in `Indicator.name`. */
export type IndicatorName = (typeof glossary)[number]['name']

/** Every indicator of this package for the glossary: its name, its category and its meaning. */
export const indicatorGlossary: readonly { name: IndicatorName; category: IndicatorCategory; description: string }[] =
  glossary
