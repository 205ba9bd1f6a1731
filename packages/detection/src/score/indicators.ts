/** The subject of an indicator. */
export type IndicatorCategory = 'Domain' | 'URL' | 'APK' | 'EASM' | 'General'

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
    description: 'The address also contains words typical of sign-in pages, payments, deliveries, gifts or support.',
  },
  {
    name: 'Words added to the brand',
    category: 'Domain',
    description:
      'The name also contains words that phishing names combine with a brand more often than other names do, as those of sign-in pages or gifts.',
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
    description: 'It asks for a card number, expiry date or security code. The company never asks for them this way.',
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
      'It asks for the code that the company sent to the customer. The code can be used at once to confirm a payment or a new device.',
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
  {
    name: 'Brand as its name',
    category: 'General',
    description: 'The displayed name is the brand’s and nothing else.',
  },
  {
    name: 'Brand in its name',
    category: 'General',
    description: 'The displayed name contains the brand and other words.',
  },
  {
    name: 'Misspelt brand as its name',
    category: 'General',
    description: 'The displayed name is one or two typos away from the brand.',
  },
  {
    name: 'Brand in the account name',
    category: 'General',
    description: 'The account name contains the brand or a misspelling of it.',
  },
  {
    name: 'Name of a watched person',
    category: 'General',
    description: 'The displayed name is that of a person the company protects.',
  },
  {
    name: 'Claims an official role',
    category: 'General',
    description: 'The name says that it is the support, a department or an official channel.',
  },
  {
    name: 'Disguised brand name',
    category: 'General',
    description:
      'Letters of the brand are replaced, spaced out or joined by invisible characters, so that filters miss it.',
  },
  {
    name: 'Asks for secrets',
    category: 'General',
    description: 'The text asks for a password, a one-time code, a PIN, card details or a recovery phrase.',
  },
  {
    name: 'Asks for a payment',
    category: 'General',
    description: 'The text asks to send money or coins.',
  },
  {
    name: 'Fee before a benefit',
    category: 'General',
    description: 'A fee or deposit is due before a loan, prize, job or refund. Serious providers deduct their fees.',
  },
  {
    name: 'Threatens a block or deadline',
    category: 'General',
    description:
      'The text says that an account is blocked or that time is running out, to make people act without thinking.',
  },
  {
    name: 'Offers support',
    category: 'General',
    description: 'The text offers support, a helpline or contact in private messages.',
  },
  {
    name: 'Promises a prize',
    category: 'General',
    description: 'The text promises a prize, a bonus, free tokens or money back.',
  },
  {
    name: 'Promises profit or instant credit',
    category: 'General',
    description: 'The text promises certain profit, or a loan without the usual checks.',
  },
  {
    name: 'Offers an app to install',
    category: 'General',
    description: 'The text wants people to install an app from outside the official stores.',
  },
  {
    name: 'Offers easy work',
    category: 'General',
    description: 'The text offers work from home or easy money.',
  },
  {
    name: 'Sells accounts or data',
    category: 'General',
    description: 'The text sells accounts, cards, logs or data.',
  },
  {
    name: 'Offers tickets for sale',
    category: 'General',
    description:
      'The text sells tickets, seats or lottery entries that only the company and its agents may sell. Travellers sell a ticket they can’t use as well, so this doesn’t decide alone.',
  },
  {
    name: 'Sells above face value',
    category: 'General',
    description:
      'The price is above that of the company, or a surcharge is asked. The value shows both prices, or the words that say so.',
  },
  {
    name: 'Bulk offer',
    category: 'General',
    description:
      'Many tickets are offered at once, so they were bought up in advance or don’t exist. The value is how many, or the words that say so.',
  },
  {
    name: 'Promises tickets that are sold out',
    category: 'General',
    description:
      'The text promises seats on trains that are full, a place from the waiting list, or a quota that is meant for others.',
  },
  {
    name: 'Uses a booking bot',
    category: 'General',
    description:
      'A program books faster than people can and leaves nothing for them, or the text sells one. The company’s terms forbid it.',
  },
  {
    name: 'Books with many accounts',
    category: 'General',
    description:
      'Tickets are booked with many accounts or in the names of others, which gets around the limits for each person.',
  },
  {
    name: 'Sells tips',
    category: 'General',
    description: 'Numbers or results are sold as certain, but nobody can know the result of a fair draw.',
  },
  {
    name: 'Unlicensed seller',
    category: 'General',
    description:
      'The seller acts as an agency, a dealer or an agent, and isn’t one of the agents and resellers that the company has entered.',
  },
  {
    name: 'Speaks about touts',
    category: 'General',
    description:
      'The text calls others touts or scalpers, or is about the police and courts, as news and complaints are.',
  },
  {
    name: 'Looks for tickets',
    category: 'General',
    description: 'The text looks for tickets to buy, and sells none.',
  },
  {
    name: 'Offered at face value',
    category: 'General',
    description: 'A ticket or two are offered for what they cost, as travellers do who can’t use theirs.',
  },
  {
    name: 'Complaint or protest',
    category: 'General',
    description: 'The text complains about the brand, as customers may.',
  },
  {
    name: 'Warns of fraud',
    category: 'General',
    description: 'The text warns of fraud in the name of the brand or asks whether something is fraud.',
  },
  {
    name: 'Asks a question',
    category: 'General',
    description: 'The text asks a question about the brand, as customers do.',
  },
  {
    name: 'News or review',
    category: 'General',
    description: 'The text reports on the brand or compares it with others.',
  },
  {
    name: 'Profile of an employee',
    category: 'General',
    description: 'The profile names the company as a current or former employer.',
  },
  {
    name: 'Leads to a look-alike address',
    category: 'General',
    description: 'It links to an address that imitates the brand.',
  },
  {
    name: 'Leads to a messenger',
    category: 'General',
    description: 'It leads to a chat in a messenger, where nobody else sees what is said.',
  },
  {
    name: 'Leads to a short link',
    category: 'General',
    description: 'It leads to a short link that hides its target.',
  },
  {
    name: 'Leads to free hosting',
    category: 'General',
    description: 'It leads to a page on a service that anyone can use for free.',
  },
  {
    name: 'Leads to a foreign site',
    category: 'General',
    description: 'It leads to a site that doesn’t belong to the company.',
  },
  {
    name: 'Leads to official sites only',
    category: 'General',
    description: 'All its links lead to sites of the company.',
  },
  {
    name: 'Foreign phone number',
    category: 'General',
    description: 'It gives a phone number that isn’t one of the company’s.',
  },
  {
    name: 'Foreign payment account',
    category: 'General',
    description: 'It gives a bank account, payment address or wallet that isn’t one of the company’s.',
  },
  {
    name: 'Picture matches a logo',
    category: 'General',
    description:
      'Its picture looks like a logo of the company, also in another size, cut or in other colors. The value says how much of both agrees.',
  },
  {
    name: 'Copied profile photo',
    category: 'General',
    description: 'Its picture is the profile picture of one of the company’s own accounts, also in another size.',
  },
  {
    name: 'QR code in its picture',
    category: 'General',
    description:
      'Its picture contains a QR code, which leads past filters that read text. The value is what the code says; where it leads counts like a link.',
  },
  {
    name: 'Named only in its picture',
    category: 'General',
    description:
      'The brand is written in the picture and nowhere else, which leads past filters that read text. The value is what the picture says.',
  },
  {
    name: 'Reported by mail',
    category: 'General',
    description:
      'People forwarded emails with it to the abuse mailbox of the company. The number is that of the reporters.',
  },
  {
    name: 'Verified account',
    category: 'General',
    description: 'The platform has verified who runs the account.',
  },
  {
    name: 'Unverified account',
    category: 'General',
    description:
      'The platform hasn’t verified who runs it. This is true of most accounts, so it says little on its own.',
  },
  {
    name: 'Created recently',
    category: 'General',
    description:
      'The account is only days or weeks old. Impersonators create new ones as fast as the old ones are closed.',
  },
  {
    name: 'Old account',
    category: 'General',
    description:
      'The account has existed for years, which speaks against a throwaway account. But fraudsters also buy or hijack old accounts.',
  },
  {
    name: 'Few followers',
    category: 'General',
    description:
      'The account has hardly any followers. The harm is small so far, but new fraud accounts start like this.',
  },
  {
    name: 'Many followers',
    category: 'General',
    description: 'The account has many followers, which takes years or an audience of its own.',
  },
  {
    name: 'Follows more than it is followed',
    category: 'General',
    description:
      'The account follows many times more accounts than follow it, as accounts that contact customers of a brand do.',
  },
  {
    name: 'Label of an official app',
    category: 'General',
    description: 'The app has the name of a registered app of the company, or of its brand.',
  },
  {
    name: 'Other publisher',
    category: 'General',
    description: 'The publisher isn’t named like the company.',
  },
  {
    name: 'Publisher named like the company',
    category: 'General',
    description: 'The publisher has the name of the company, which stores check in part.',
  },
  {
    name: 'Publisher imitates the company',
    category: 'General',
    description:
      'The name of the publisher reads like that of the company, but has look-alike characters or is misspelt. The company itself would write it correctly.',
  },
  {
    name: 'Package of an official app',
    category: 'General',
    description: 'The package name is that of a registered app, and the store gives each name only once.',
  },
  {
    name: 'Package copied from an official app',
    category: 'APK',
    description:
      'The package name is that of a registered app, but somebody else signed it. Outside the stores, anyone can copy a package name.',
  },
  {
    name: 'Package like that of an official app',
    category: 'APK',
    description: 'The package name reads like that of a registered app, or differs from it by one character.',
  },
  {
    name: 'Package with rearranged parts',
    category: 'APK',
    description: 'The package name has the parts of that of a registered app in another order.',
  },
  {
    name: 'Package with added words',
    category: 'APK',
    description:
      'The package name has the distinctive parts of that of a registered app, with words added or replaced, such as loan or app2.',
  },
  {
    name: 'Label like that of an official app',
    category: 'APK',
    description:
      'The name under the icon reads like that of a registered app or of the brand, or differs from it by one letter.',
  },
  {
    name: 'Icon of an official app',
    category: 'APK',
    description: 'The icon looks like that of an app that the company signed.',
  },
  {
    name: 'Different signer',
    category: 'APK',
    description:
      'The app is validly signed, but with a certificate that the company hasn’t registered. Only the owner of the key can sign with it, so somebody else built this app.',
  },
  {
    name: 'No valid signature',
    category: 'APK',
    description:
      'The signature is missing, or the app was changed after it was signed. Android doesn’t install it unless that is fixed.',
  },
  {
    name: 'Risky permissions',
    category: 'APK',
    description:
      'The app asks for permissions with which it can read one-time codes, cover other apps, act for the user or install more apps.',
  },
  {
    name: 'Foreign hosts in its code',
    category: 'APK',
    description:
      'The code has addresses on hosts that aren’t the company’s. Many are of ordinary services; others may receive the stolen data.',
  },
  {
    name: 'Keys in its code',
    category: 'APK',
    description:
      'The code contains access keys or private keys. They lead to the accounts that the app uses, which a provider can close.',
  },
  {
    name: 'Outside the official stores',
    category: 'General',
    description: 'The app is offered outside the official stores, which check less.',
  },
  {
    name: 'Offers the service of the brand',
    category: 'General',
    description: 'The description offers what only the brand’s own app can do, such as signing in or seeing a balance.',
  },
  {
    name: 'Phone number of the company',
    category: 'General',
    description: 'The phone number is one of the company’s.',
  },
  {
    name: 'Brand in the ad text',
    category: 'General',
    description: 'The ad uses the brand name without being connected to the brand.',
  },
  {
    name: 'Addresses the reader',
    category: 'General',
    description: 'The ad names the brand and addresses its readers, as the brand would.',
  },
  {
    name: 'Names a sum of money',
    category: 'General',
    description: 'The ad names the brand together with a sum, and not as a price from which something starts.',
  },
  {
    name: 'Urges to act at once',
    category: 'General',
    description: 'The ad names the brand and asks for something now, today or within minutes.',
  },
  {
    name: 'Site named unlike the advertiser',
    category: 'General',
    description: 'The ad leads to a site whose name has nothing of the names of who advertises and pays.',
  },
  {
    name: 'Page named after the brand',
    category: 'General',
    description: 'The advertiser is named after the brand, but somebody else pays, and the site is that of neither.',
  },
  {
    name: 'Advertises under its own name',
    category: 'General',
    description: 'Advertiser, payer and site have one name, which is not that of the brand.',
  },
  {
    name: 'Other payer',
    category: 'General',
    description: 'Somebody else than the company pays for it.',
  },
  {
    name: 'Paid for by the company',
    category: 'General',
    description: 'The company itself pays for the advertisement.',
  },
  {
    name: 'Marked confidential',
    category: 'General',
    description: 'The document is labelled as not for the public.',
  },
  {
    name: 'Internal host names',
    category: 'General',
    description: 'It contains host names known only inside the network, which help an intruder to find targets.',
  },
  {
    name: 'Mentions the client',
    category: 'General',
    description: 'The company is mentioned by name as a victim, a target or goods for sale.',
  },
  {
    name: 'Brand in the payee name',
    category: 'General',
    description: 'The account name contains the brand, so a payment looks as if it goes to the company.',
  },
  {
    name: 'Secret with a valid checksum',
    category: 'General',
    description: 'The text has a token or private key whose check digits or structure are right, so it is no example.',
  },
  {
    name: 'Addresses of employees',
    category: 'General',
    description: 'The text has email addresses of employees that the company doesn’t publish.',
  },
  {
    name: 'Account numbers in a document',
    category: 'General',
    description: 'The text has account numbers with valid check digits.',
  },
  {
    name: 'Password next to a host',
    category: 'General',
    description: 'A password or user name is written next to an internal host.',
  },
  {
    name: 'Phishing code',
    category: 'General',
    description: 'The code collects passwords or codes and sends them to somebody, as kits for phishing do.',
  },
  {
    name: 'Brand in the repository name',
    category: 'General',
    description: 'The repository or its owner is named like the brand.',
  },
  {
    name: 'Company as a victim',
    category: 'General',
    description: 'A post says that data of the company was stolen or will be published.',
  },
  {
    name: 'Offers data',
    category: 'General',
    description: 'A post offers or asks for data such as customer records, logs or cards.',
  },
  {
    name: 'Offers access',
    category: 'General',
    description: 'A post offers or asks for access to the network or mailboxes.',
  },
  {
    name: 'Looks for insiders',
    category: 'General',
    description: 'A post wants to pay employees for data or favours.',
  },
  {
    name: 'Fraud method',
    category: 'General',
    description: 'A post explains or sells a way to defraud the company or its customers.',
  },
  {
    name: 'Domain of the company',
    category: 'General',
    description: 'The post names a domain of the company.',
  },
  {
    name: 'Domain of another company',
    category: 'General',
    description: 'The post names a domain of somebody else, so it is probably about a company with a similar name.',
  },
  {
    name: 'Recycled data',
    category: 'General',
    description: 'The post says that the data is old or was published before.',
  },
  {
    name: 'Test data',
    category: 'General',
    description: 'The data is from tests or made up.',
  },
  {
    name: 'Public information',
    category: 'General',
    description: 'The post refers to what the company publishes itself.',
  },
  {
    name: 'Only a means of payment',
    category: 'General',
    description: 'The brand is only named as a way to pay.',
  },
  {
    name: 'Valid account number',
    category: 'General',
    description: 'The account, wallet or payment address has a valid form and, where it has them, valid check digits.',
  },
  {
    name: 'Linked to a fraud report',
    category: 'General',
    description: 'A report of fraud in the name of the brand leads to this account.',
  },
  {
    name: 'Brand in the path',
    category: 'URL',
    description: 'A foreign address contains the brand as a word in its path.',
  },
  {
    name: 'Bare IP address',
    category: 'URL',
    description: 'The address has the number of a server instead of a name, as hardly any company uses.',
  },
  {
    name: 'Short link',
    category: 'URL',
    description: 'The address is a short link or a page of links that hides where it leads.',
  },
  {
    name: 'Hidden folder',
    category: 'URL',
    description: 'The page is in a folder that visitors don’t see, as on hacked sites.',
  },
  {
    name: 'Sign-in words in the page title',
    category: 'General',
    description: 'The page title has words of pages on which people sign in, confirm or pay.',
  },
  {
    name: 'Host of the company',
    category: 'EASM',
    description: 'The service runs on a host of the company.',
  },
  {
    name: 'Service not meant for the public',
    category: 'EASM',
    description:
      'A database, remote desktop or other service for the inside of a network is reachable from the internet.',
  },
  {
    name: 'Known vulnerabilities',
    category: 'EASM',
    description: 'The version of the service has published vulnerabilities.',
  },
  {
    name: 'Certificate expired',
    category: 'EASM',
    description: 'The HTTPS certificate of the host is no longer valid, so browsers warn every visitor.',
  },
  {
    name: 'Certificate expires soon',
    category: 'EASM',
    description: 'The HTTPS certificate of the host ends within 30 days.',
  },
  {
    name: 'Certificate for another name',
    category: 'EASM',
    description: 'None of the names in the HTTPS certificate is that of the host.',
  },
  {
    name: 'Certificate not trusted',
    category: 'EASM',
    description: 'The HTTPS certificate is self-signed or from an authority that browsers don’t know.',
  },
  {
    name: 'Weak certificate',
    category: 'EASM',
    description: 'The key of the HTTPS certificate is short, or its signature uses a broken digest.',
  },
  {
    name: 'Security headers missing',
    category: 'EASM',
    description: 'The site doesn’t send headers with which browsers protect its visitors, such as HSTS or CSP.',
  },
  {
    name: 'Plain HTTP without redirect',
    category: 'EASM',
    description: 'The site shows its page over unencrypted HTTP instead of redirecting to HTTPS.',
  },
  {
    name: 'Target does not exist',
    category: 'EASM',
    description:
      'A DNS record of the host leads to a name that doesn’t exist, which somebody else may be able to register.',
  },
  {
    name: 'Unclaimed name of a hosting service',
    category: 'EASM',
    description: 'A DNS record of the host leads to a hosting service where the name is free, so anybody can take it.',
  },
  {
    name: 'Name server not responsible',
    category: 'EASM',
    description: 'The domain is delegated to a name server that doesn’t exist or refuses to answer for it.',
  },
  {
    name: 'Mail server without address',
    category: 'EASM',
    description: 'Email for the domain is sent to a server whose name has no address.',
  },
  {
    name: 'Registration expired',
    category: 'EASM',
    description: 'The registration of the domain has expired.',
  },
  {
    name: 'Registration expires soon',
    category: 'EASM',
    description: 'The registration of the domain ends within 30 days.',
  },
  {
    name: 'SPF record missing',
    category: 'EASM',
    description: 'The domain doesn’t say which servers may send its email (RFC 7208).',
  },
  {
    name: 'SPF record invalid',
    category: 'EASM',
    description: 'The domain has several SPF records, or one that needs more than 10 look-ups, so receivers ignore it.',
  },
  {
    name: 'SPF allows everyone',
    category: 'EASM',
    description: 'The SPF record of the domain lets every server send its email.',
  },
  {
    name: 'DMARC record missing',
    category: 'EASM',
    description: 'The domain doesn’t say what receivers should do with forged email (RFC 7489).',
  },
  {
    name: 'DMARC without effect',
    category: 'EASM',
    description: 'The DMARC record of the domain only asks for reports, so forged email is delivered.',
  },
  {
    name: 'MTA-STS invalid',
    category: 'EASM',
    description:
      'The domain announces that email to it must be encrypted (RFC 8461), but its policy is missing, unreadable, on a host without a valid certificate or leaves out a mail server.',
  },
  {
    name: 'MTA-STS without effect',
    category: 'EASM',
    description: 'The policy for encrypted email to the domain isn’t enforced, so email can still be intercepted.',
  },
  {
    name: 'Listed as a victim',
    category: 'General',
    description: 'A group that extorts companies lists the company, or its domain, as a victim.',
  },
  {
    name: 'Leads to a foreign address with the brand',
    category: 'General',
    description: 'It leads to an address that has the brand in it but isn’t the company’s.',
  },
  {
    name: 'Another meaning of the name',
    category: 'General',
    description:
      'The name is that of a game, a place, a family or the like, which may have the same name as the brand.',
  },
  {
    name: 'Signs of a sale',
    category: 'General',
    description: 'The post names a price, a sample or other signs of a trade.',
  },
  {
    name: 'Phishing kit page',
    category: 'General',
    description: 'The code has a web page in addition to what collects the data.',
  },
  {
    name: 'Severity as reported',
    category: 'General',
    description: 'The severity that the file or collector gave it, as points. A rule of the company changed the score.',
  },
] as const satisfies readonly { name: string; category: IndicatorCategory; description: string }[]

/** Name of an indicator, as it appears in `Indicator.name`. */
export type IndicatorName = (typeof glossary)[number]['name']

/** Every indicator of this package for the glossary: its name, its category and its meaning. */
export const indicatorGlossary: readonly { name: IndicatorName; category: IndicatorCategory; description: string }[] =
  glossary
