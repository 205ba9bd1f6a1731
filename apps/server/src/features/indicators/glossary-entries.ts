import type { GlossaryCategory } from '@signet/contract/threats/glossary'

/**
 * Explanations of the indicators of analysts, collectors and the demo, by category; those of `packages/detection` are defined there.
 *
 * A name can be in several categories with a different meaning in each; General is used for all other sources.
 */
export const furtherEntries: Readonly<Partial<Record<GlossaryCategory, Readonly<Record<string, string>>>>> = {
  General: {
    'Name match':
      'The displayed name resembles the brand’s. The figure ranges from 0 to 1, where 1 is an identical name.',
    'User reports':
      'Customers or employees reported it. Several independent reports are strong evidence that it reaches victims.',
    'Links to a known threat':
      'It sends people to a domain that is already recorded here as a threat. Treat both as one campaign.',
    'Fake support number':
      'A phone number is presented as the bank’s but isn’t. Callers are talked into payments or remote access.',
    'Promises fixed returns':
      'It promises a certain profit, often within days. Regulated investments can’t promise that.',
    'Copied profile photo': 'The photo is the same as on the official account.',
    'Running paid ads':
      'Somebody pays for ads, so victims arrive quickly and the operator expects to earn more than the ads cost.',
    'Sample verified':
      'Lines of the offered sample were compared with known data and match real customers. The offer is probably genuine.',
    'Known seller': 'The author has completed sales before, so the goods are more likely to be what they claim.',
    'Price listed':
      'The offer has a price. Sellers who name a price usually have something to sell; those who only boast rarely do.',
    'Employee emails in the sample':
      'The sample contains email addresses of employees, so accounts inside the bank may be exposed.',
    'Repost of an old leak': 'The same lines were published before. The passwords have probably been changed since.',
    'Access key pattern':
      'The text has the form of an access key, token or password. Revoke it first and investigate afterwards.',
    'Internal package names': 'The code uses package names that exist only inside the bank.',
    'Author works for a supplier':
      'The publisher works for a supplier of the bank, so a call may remove it faster than a notice.',
    'Public for less than a day':
      'It has been public for only a few hours. If you remove it quickly, nobody may have copied it yet.',
    'Copied by others': 'Others have made copies, so removing the original isn’t enough.',
    'Looks like test data': 'Values repeat or are obviously made up, so real customers are probably not affected.',
    'Contains customer names': 'It contains names of customers, so you may have to report it as a data breach.',
    'Written by an employee': 'The file properties name an employee or a machine of the bank as the author.',
    'Indexed by search engines': 'A search engine lists the address, so anyone can find it.',
    'Already public': 'The bank published the same text itself, so nothing was leaked.',
    'Sent to a victim':
      'A victim was asked to pay into this account, and the conversation proves it. Report it at once to the bank that holds the account.',
    'Linked to another threat':
      'The same account, number or address appears in another record, so both probably have the same operator.',
    'Shares a phone number': 'Another scam uses the same phone number.',
    'Account already closed': 'The institution has closed the account; payments to it are returned.',
    'No branch at this location': 'The map shows a branch where the bank has none.',
    'Reviews posted in one day': 'Many reviews were posted within one day, which is typical of bought reviews.',
    'Old listing':
      'The listing has existed for years without complaints, so it may be an outdated place rather than fraud.',
    'New advertiser': 'The advertiser account is only days old. Fraudsters open a new one whenever one is closed.',
    'Cloaked landing page':
      'Visitors and scanners get different pages, so the fraud stays hidden. Check again from a phone and from another country.',
    'Low reach': 'Few people have seen it so far.',
    'Unlicensed seller':
      'The seller offers what only the client and its agents may sell, and isn’t on any list of agents.',
    'Sells above face value': 'The price is above the client’s own. The figure shows by how much.',
    'Bulk offer': 'Many units are offered at once, so they were bought up in advance or don’t exist.',
    'Uses a booking bot':
      'A program buys faster than people can and leaves nothing for them. The client’s terms forbid it.',
    'Sells tips': 'Numbers or results are sold as certain, but nobody can know the result of a fair draw.',
    'Number no longer reachable':
      'Nobody answered when the number was called again. It may be switched off or used only at times.',
  },
  APK: {
    'Icon match': 'The icon resembles that of the official app. The percentage shows how similar they are.',
    'Name match': 'The app name resembles the official one. The figure ranges from 0 to 1.',
    'Requests SMS access': 'The app can read text messages, including the codes that confirm payments.',
    'Screen overlay permission':
      'The app can place its own window over the real banking app and capture what is typed.',
    'Requests access to contacts': 'The app reads the address book, often to send its link to the victim’s contacts.',
    'Connects to a known threat': 'The code contains or contacts a domain that is a known threat.',
    'Copied app resources':
      'Images and texts were copied from the official package. A modified copy of the original shows this too.',
    'Few downloads': 'The store shows few installations, so the harm is small so far.',
  },
  Telegram: {
    'Sells account details': 'The channel sells customers’ accounts, cards or identities.',
    'Threatens the client':
      'Somebody announces an attack on the bank or recruits people for one. Inform the security team as well as the fraud team.',
    'Same admin as a removed channel':
      'The admin ran a channel that was taken down before, so removing this one won’t stop them.',
    'Few members': 'Few people have joined, so acting now prevents harm later.',
    'Created recently': 'The channel is only days old. Closed channels come back under a new name within hours.',
    'Links to a known threat': 'A message or the channel description links to a domain that is a known threat.',
  },
  Instagram: {
    'Copied profile photo':
      'The profile uses the photo of the official account, which is the first thing people notice in a list of accounts.',
    'Few followers':
      'The account has few followers. Check who it contacts: impersonators often reply under the bank’s own posts.',
  },
  Twitter: {
    'Unverified account':
      'The handle has no verification badge. Badges can be bought, so a missing one says little on its own.',
    'Name match': 'The display name resembles the brand’s. The handle often gives the imitation away.',
  },
  Facebook: {
    'Running paid ads': 'The page runs ads. The platform’s public ad library shows them and can be used as evidence.',
    'Created recently':
      'The page or group is only days or weeks old. Its transparency section also shows earlier names.',
  },
  YouTube: {
    'Few followers':
      'The channel has few subscribers. Hijacked channels have many, so check the channel’s history too.',
    'Links to a known threat':
      'The description, a pinned comment or a QR code in the video links to a domain that is a known threat.',
  },
  LinkedIn: {
    'Copied profile photo':
      'The portrait or logo was copied from somewhere else. Fake employees often use a photo of a stranger.',
    'Created recently': 'The profile or page is new, which doesn’t fit the career it describes.',
  },
  Domain: {
    'Unrelated business': 'The site belongs to a business that has nothing to do with the bank.',
  },
  URL: {
    'Page copy': 'Text and structure are copied from the official page. The percentage shows how much.',
    'Redirect chain': 'Visitors are redirected several times before the page appears, which hides it from filters.',
    'Hosted on a website builder':
      'The page was made with a free website builder. Its abuse team usually responds quickly.',
    'Blocked by browsers': 'Browsers already warn visitors about this address, so few people still reach it.',
    'Redirects to a search engine':
      'The address now redirects to a search engine, as finished campaigns and cloaked pages do.',
  },
  EASM: {
    'Exposed service': 'A service of the bank is reachable from the internet although it shouldn’t be.',
    'Expired certificate':
      'The certificate has expired. Customers get used to warnings and no longer notice an interception.',
    'Dangling DNS record':
      'A DNS record of the bank points to something that nobody owns any more. Anyone who claims it can act in the bank’s name.',
    'In the client’s IP range':
      'The address belongs to a network of the bank, so this is the bank’s own machine and not a supplier’s.',
    'Known vulnerability': 'This version has a published vulnerability, and a public exploit exists.',
    'Scanned by third parties': 'Others have been scanning this service, so it has been noticed.',
    'Contains customer data': 'What is visible from outside suggests customer records.',
    'Restricted by an IP allow list': 'Only some addresses have access, so the exposure is smaller than it looks.',
  },
}

/** Indicators with a measurement in their name, and the entry that explains them, e.g. `Logo match 93%` → `Logo match`. */
export const measuredNames: readonly (readonly [form: RegExp, name: string])[] = [
  [/^Logo match \d+%$/, 'Logo match'],
  [/^Icon match \d+%$/, 'Icon match'],
  [/^Name match [01]\.\d+$/, 'Name match'],
  [/^Page copy \d+%$/, 'Page copy'],
  [/^\d+ user reports?$/, 'User reports'],
  [/^Registered (yesterday|\d+ days? ago)$/, 'Registered recently'],
  [/^Registered \d+ years? ago$/, 'Registered years ago'],
  [/^Created \d+ days? ago$/, 'Created recently'],
  [/^Account older than \d+ years?$/, 'Old account'],
  [/^Redirect chain of \d+$/, 'Redirect chain'],
]
