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
] as const satisfies readonly { name: string; category: IndicatorCategory; description: string }[]

/** Name of an indicator, as it appears in `Indicator.name`. */
export type IndicatorName = (typeof glossary)[number]['name']

/** Every indicator of this package for the glossary: its name, its category and its meaning. */
export const indicatorGlossary: readonly { name: IndicatorName; category: IndicatorCategory; description: string }[] =
  glossary
