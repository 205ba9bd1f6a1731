/** What an indicator speaks about. */
export type IndicatorCategory = 'Domain' | 'URL' | 'General'

const glossary = [
  {
    name: 'Brand as whole label',
    category: 'Domain',
    description: 'A label of the name is the brand and nothing else.',
  },
  {
    name: 'Brand between separators',
    category: 'Domain',
    description: 'The brand stands in the name, set off by hyphens, dots or digits.',
  },
  {
    name: 'Brand glued to other text',
    category: 'Domain',
    description: 'The brand begins or ends a longer run of letters.',
  },
  { name: 'Brand inside other text', category: 'Domain', description: 'The brand has other letters on both sides.' },
  {
    name: 'Misspelt brand as whole label',
    category: 'Domain',
    description: 'A label is one or two typing slips away from the brand.',
  },
  {
    name: 'Misspelt brand between separators',
    category: 'Domain',
    description: 'A part between hyphens is one or two typing slips away from the brand.',
  },
  {
    name: 'Misspelt brand glued to other text',
    category: 'Domain',
    description: 'A longer run of letters begins or ends with a misspelling of the brand.',
  },
  { name: 'Two slips', category: 'Domain', description: 'Two edits instead of one part the text from the brand.' },
  {
    name: 'Slip beside an ordinary word',
    category: 'Domain',
    description: 'An ordinary word in the brand is untouched, and much of the short rest differs.',
  },
  {
    name: 'First letter differs',
    category: 'Domain',
    description: 'The slip is in the first letter, where readers notice it most.',
  },
  {
    name: 'Typical slip',
    category: 'Domain',
    description: 'Doubled, dropped or swapped letters: the slips that hands make and squatters register.',
  },
  {
    name: 'Unusual slip',
    category: 'Domain',
    description: 'The letter that differs is one that hands and squatters rarely change; chance changes any.',
  },
  {
    name: 'Unlikely spelling',
    category: 'Domain',
    description: 'The letters as they stand are no likely word, so they were hardly meant for themselves.',
  },
  {
    name: 'Plausible spelling',
    category: 'Domain',
    description: 'The letters as they stand are as likely a word or name as the brand itself.',
  },
  {
    name: 'Look-alike letters',
    category: 'Domain',
    description: 'Letters of other scripts or with accents stand in for those of the brand.',
  },
  {
    name: 'Mixed scripts',
    category: 'Domain',
    description: 'One label mixes alphabets that are easily taken for each other.',
  },
  {
    name: 'Look-alike ASCII',
    category: 'Domain',
    description: 'Plain letters imitate others, as rn for m or cl for d.',
  },
  { name: 'Digits for letters', category: 'Domain', description: 'Digits stand in for letters, as 0 for o.' },
  {
    name: 'Broken by hyphens',
    category: 'Domain',
    description: 'Hyphens split the brand without changing how it reads.',
  },
  {
    name: 'Broken in passing',
    category: 'Domain',
    description: 'The split or changed brand runs into other letters, so chance may have made it.',
  },
  {
    name: 'Distinctive name',
    category: 'Domain',
    description: 'The brand is long enough that chance rarely spells it.',
  },
  { name: 'Short name', category: 'Domain', description: 'The brand is so short that chance spells it often.' },
  { name: 'Everyday word', category: 'Domain', description: 'The brand is, or is part of, an ordinary word.' },
  {
    name: 'Made of words',
    category: 'Domain',
    description: 'The brand is put together from ordinary words, which meet by chance too.',
  },
  {
    name: 'Risky words',
    category: 'Domain',
    description: 'Words of sign-in pages, payments, deliveries, gifts or support stand beside the brand.',
  },
  {
    name: 'Ordinary words',
    category: 'Domain',
    description: 'Ordinary words stand beside the brand, as in the names of fans, shops and places.',
  },
  { name: 'Stray letters', category: 'Domain', description: 'A few letters without meaning were added to the brand.' },
  { name: 'Unknown text', category: 'Domain', description: 'The brand runs into longer text that is no known word.' },
  {
    name: 'Other reading',
    category: 'Domain',
    description: 'Ordinary words across the place explain the letters without the brand.',
  },
  {
    name: 'Ordinary spelling',
    category: 'Domain',
    description: 'What looks like a misspelling is itself made of ordinary words.',
  },
  {
    name: 'Another brand',
    category: 'Domain',
    description: 'The name fits another well-known or protected name exactly.',
  },
  {
    name: 'Official host spelled out',
    category: 'Domain',
    description: 'An official host of the brand is written in front of a foreign domain.',
  },
  {
    name: 'Left of a foreign domain',
    category: 'Domain',
    description: 'The brand stands in a subdomain of a domain that is not its own.',
  },
  { name: 'Free hosting', category: 'Domain', description: 'The name lives where anyone gets one without paying.' },
  {
    name: 'Hosted name',
    category: 'Domain',
    description: 'The name lives under a suffix that a hosting company hands out.',
  },
  {
    name: 'Trusted parent',
    category: 'Domain',
    description: 'The domain belongs to a delivery network or name service that repeats its customers’ names.',
  },
  {
    name: 'Closed suffix',
    category: 'Domain',
    description: 'The suffix is only given to states, schools and the like.',
  },
  {
    name: 'Suffix of the brand',
    category: 'Domain',
    description: 'The suffix is a protected name itself, which only its owner hands out.',
  },
  {
    name: 'Throw-away domain',
    category: 'Domain',
    description: 'The domain that the name hangs below is made up as those of short-lived campaigns are.',
  },
  {
    name: 'Settled domain',
    category: 'Domain',
    description: 'The domain that the name hangs below is made up as those of ordinary organisations are.',
  },
  {
    name: 'Usual suffix',
    category: 'Domain',
    description: 'The suffix sees less abuse than most for the ordinary names under it.',
  },
  { name: 'Risky suffix', category: 'Domain', description: 'The suffix sees more than its share of abuse.' },
  { name: 'Many hyphens', category: 'Domain', description: 'Two or more hyphens string the name together.' },
  {
    name: 'Digits beside the brand',
    category: 'Domain',
    description: 'Digits were added to the name, as in numbered series.',
  },
  {
    name: 'Official host before the at sign',
    category: 'URL',
    description: 'The address shows an official host as a user name; the browser goes elsewhere.',
  },
  {
    name: 'Redirect to another host',
    category: 'URL',
    description: 'An address on an official host passes the visitor on to a foreign one.',
  },
  { name: 'Redirect parameter', category: 'URL', description: 'The query parameter is one that redirects use.' },
  {
    name: 'Official address in the query',
    category: 'URL',
    description: 'A foreign address carries an official address in its query.',
  },
  {
    name: 'Official host in the path',
    category: 'URL',
    description: 'A foreign address carries an official host in its path.',
  },
  {
    name: 'Sharing site',
    category: 'General',
    description: 'The site is one on which passing on addresses is normal.',
  },
] as const satisfies readonly { name: string; category: IndicatorCategory; description: string }[]

/** Name of an indicator, as it appears in `Indicator.name`. */
export type IndicatorName = (typeof glossary)[number]['name']

/** Every reason this room can give, for the glossary: its name, what it speaks about, and what it means. */
export const indicatorGlossary: readonly { name: IndicatorName; category: IndicatorCategory; description: string }[] =
  glossary
