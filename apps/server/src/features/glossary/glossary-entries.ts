import type { GlossaryCategory } from '@signet/contract/glossary'

/**
 * What indicators beyond those of the detection room mean, by category: what analysts, collectors and the demo name.
 *
 * The same name may stand in several categories when it means something of its own there; General speaks for the others.
 */
export const furtherEntries: Readonly<Partial<Record<GlossaryCategory, Readonly<Record<string, string>>>>> = {
  General: {
    'Logo match':
      'A picture carries the brand’s logo or one close to it. The percentage says how alike the two are; from about 90 a person would take them for the same.',
    'Name match':
      'The displayed name reads like the brand’s. The figure runs from 0 to 1, where 1 is the same name letter for letter.',
    'User reports':
      'Customers or staff sent this in. Several reports that do not know of each other are strong evidence that victims are being reached.',
    'Links to flagged domain':
      'It sends people to a domain that stands in this system as a threat already. Treat the two as one campaign.',
    'Asks for card details':
      'The visitor is asked for card number, expiry date or security code. The bank never asks for them this way.',
    'Asks for a one-time code':
      'Somebody asks for the code the bank sent to the customer. With it a payment or a new device can be confirmed at once.',
    'Fake helpline number':
      'A telephone number is given as the bank’s that is none of its own. Callers are talked into payments or remote access.',
    'Promises fixed returns':
      'A gain is promised as certain, often within days. Regulated investments cannot promise that.',
    'Copied profile photo': 'The picture is the same as the one on the official account.',
    'Paid adverts running':
      'Money is spent to bring people here, so victims arrive quickly and the operator expects to earn more than it costs.',
    'Not a verified account':
      'The platform has not confirmed who runs it. True of most accounts, so it says little on its own.',
    'Few followers':
      'Hardly anybody follows it yet. The harm is small so far, though new fraud accounts begin like this.',
    'Created recently':
      'The account is only days or weeks old. Impersonators make new ones as fast as the old are closed.',
    'Old account':
      'The account has existed for years, which speaks against a throw-away one. Bought or hijacked accounts are old as well.',
    'Names the client': 'The bank is named outright as victim, target or goods.',
    'Sample checked':
      'Lines of the offered sample were compared with what is known and fit real customers. The offer is likely genuine.',
    'Known seller': 'The author has closed deals before, so the goods are more likely to be what they claim.',
    'Price asked':
      'A price is set. Sellers who ask money usually hold something; those who only boast seldom name one.',
    'Staff addresses in the sample':
      'Mail addresses of employees are among the lines, so accounts inside the bank may be open to others.',
    'Repost of an old leak': 'The same lines were published before. Passwords have probably been changed since.',
    'Key pattern': 'Text has the form of an access key, token or password. Revoke it first and investigate afterwards.',
    'Internal package names': 'The code uses names of packages that exist only inside the bank.',
    'Internal host names':
      'Names of machines appear that are known only inside the network; they help an intruder to find the way.',
    'Author works at a supplier':
      'Whoever published it works for a company that serves the bank, so a call may end it faster than a notice.',
    'Public for less than a day':
      'It has been visible for hours only. Quick removal may still come before anyone copied it.',
    'Copied by others': 'Others have made copies of their own, so removing the original is not enough.',
    'Looks like test data': 'Values repeat or are obviously made up, so real customers are probably not concerned.',
    'Marked confidential': 'The document itself says that it is not for the public.',
    'Customer names inside': 'Names of customers can be read in it, which may have to be reported as a data breach.',
    'Written by staff': 'The file’s properties name an employee or a machine of the bank as its author.',
    'Found by search engines': 'The address is in the index of a search engine, so anybody may come across it.',
    'Already public': 'The bank published the same text itself, so nothing was lost.',
    'Named to a victim':
      'A victim was told to pay into this account, with the conversation as proof. Report it to the bank that holds it without delay.',
    'Seen with another threat':
      'The same account, number or address appears in another record, which ties the two to one operator.',
    'Payee uses the brand': 'The account’s name contains the brand, so that a payment looks as if it went to the bank.',
    'Reached by the same number': 'The telephone number of another scam leads to this one as well.',
    'Account already closed': 'The institution has closed the account; money sent to it comes back.',
    'No branch at this place': 'The map shows a branch where the bank has none.',
    'Reviews posted in one day': 'Many reviews were written within one day, as bought ones are.',
    'Old entry':
      'The entry has been there for years without complaints, so it may be an outdated place rather than fraud.',
    'Brand in the ad text': 'The advertisement uses the brand’s name without belonging to it.',
    'New advertiser':
      'The advertising account was opened only days ago; fraud moves to a new one whenever one is stopped.',
    'Cloaked landing page':
      'Visitors and checkers are shown different pages, so that the fraud stays unseen. Check again from a phone and another country.',
    'Low reach': 'Few people have seen it so far.',
    'Sells without a licence':
      'Somebody offers what only the client and its agents may sell, and is on no list of agents.',
    'Sells above the price': 'More is asked than the client asks. The figure says how much more.',
    'Bulk offer': 'Many pieces are offered at once, so they were bought up beforehand or do not exist.',
    'Books by a robot':
      'A program buys faster than people can, so that nothing is left for them. The client’s rules forbid it.',
    'Sells tips': 'Numbers or results are sold as certain. Nobody knows the result of a fair draw.',
    'Not reached again': 'The number did not answer when it was tried again; it may be switched off or used in turns.',
  },
  APK: {
    'Signer differs':
      'The package is not signed with the certificate of the official app, so the bank did not build it.',
    'Icon match': 'The icon looks like that of the official app; the percentage says how much.',
    'Name match': 'The name shown under the icon reads like the official app’s. The figure runs from 0 to 1.',
    'Asks for SMS access': 'The app can read text messages, and with them the codes that confirm payments.',
    'Draws over other apps': 'The app may lay its own window over the real banking app and catch what is typed.',
    'Asks for contacts': 'The app reads the address book, often to send its link on to friends of the victim.',
    'Connects to flagged domain': 'The code contains or contacts a domain that is known as a threat.',
    'Resources copied': 'Pictures and texts were taken from the official package. A modified original shows the same.',
    'Few downloads': 'The store counts few installations, so the harm is small so far.',
  },
  Telegram: {
    'Sells account details': 'The channel offers accounts, cards or identities of customers for money.',
    'Threatens the client':
      'An attack on the bank is announced or people for one are sought. Tell the security team, not only the fraud desk.',
    'Same administrator as a removed channel':
      'Whoever runs it ran a channel that was taken down before; removal alone will not stop this person.',
    'Few members': 'Few people have joined, so a notice now prevents more than one later.',
    'Created recently': 'The channel is only days old. Closed channels come back under a new name within hours.',
    'Links to flagged domain': 'A message or the channel’s description leads to a domain that is known as a threat.',
  },
  Instagram: {
    'Copied profile photo':
      'The profile shows the picture of the official account, the first thing people look at in a list of accounts.',
    'Few followers':
      'Few accounts follow it. Look at whom it writes to: impersonators answer under the bank’s own posts.',
  },
  Twitter: {
    'Not a verified account':
      'The handle carries no mark of a confirmed organisation. Marks can be bought, so a missing one says little alone.',
    'Name match': 'The displayed name reads like the brand’s; the handle behind it often gives the imitation away.',
  },
  Facebook: {
    'Paid adverts running':
      'The page buys advertisements. The platform’s public ad library shows them and serves as evidence.',
    'Created recently': 'The page or group is only days or weeks old. Its transparency box also shows earlier names.',
  },
  YouTube: {
    'Few followers':
      'The channel has few subscribers. Streams of hijacked channels have many, so look at the history as well.',
    'Links to flagged domain':
      'The description, a pinned comment or a code shown in the picture leads to a domain that is known as a threat.',
  },
  LinkedIn: {
    'Copied profile photo':
      'The portrait or logo was taken from somewhere else. Invented employees often carry a picture of a stranger.',
    'Created recently': 'The profile or page is new, which fits badly with the career it tells of.',
  },
  Domain: {
    'Registered recently':
      'The domain was registered a short while ago. Most phishing happens in the first weeks of a name.',
    'Registered years ago': 'The domain has belonged to somebody for years, which speaks for a business of its own.',
    'Mail records set':
      'The domain can send and receive mail, so it can be used for forged letters even without a page.',
    'No mail records': 'The domain cannot receive mail, so replies to a forged letter would go nowhere.',
    'Certificate from free CA':
      'A certificate was issued that costs nothing and asks for no identity. Honest sites use them too.',
    'Parked page': 'Only a placeholder answers. Watch it: parked names are put to use when nobody looks.',
    'Does not resolve': 'The name has no address at present, so no page can be reached.',
    'No page answers': 'The address exists, but no web server replies.',
    'Not registered': 'Nobody holds the domain at present, so nothing can stand there. Others may take it any day.',
    'Wildcard answers': 'The zone answers for every name alike, so an answer for this one says nothing.',
    'Password field': 'The page of the domain asks for a password.',
    'Brand in the title': 'The page calls itself by the name of the brand.',
    'Leads to an official host':
      'Visitors are passed on to a site of the brand itself, as with names it holds for safety.',
    'Certificate key seen elsewhere':
      'The server holds the same key as that of another threat, so the same hands are likely behind both.',
    'Unrelated business': 'The site shows a trade of its own that has nothing to do with the bank.',
  },
  URL: {
    'Asks for a card PIN': 'The page asks for the PIN of a card, which no bank ever does on the web.',
    'Login form posts abroad': 'What is typed into the sign-in form is sent to a foreign address.',
    'Page copy': 'Text and structure repeat the official page; the percentage says how much of it.',
    'Redirect chain': 'The visitor is passed on several times before the page appears, which hides it from filters.',
    'Hosted on page builder':
      'The page was made with a service that gives anyone a page without paying. Its abuse desk usually answers fast.',
    'Page is gone': 'The page no longer answers. It may come back, so keep an eye on it for some days.',
    'Listed by browsers': 'Browsers warn visitors of this address already, so few still reach it.',
    'Ends at a search engine': 'The address now leads to a search engine, as finished campaigns and cloaked pages do.',
  },
  EASM: {
    'Exposed service': 'A service of the bank answers to anybody on the internet although it should not.',
    'Expired certificate':
      'The certificate has run out. Customers get used to warnings, and an interceptor is no longer noticed.',
    'Dangling record':
      'A name of the bank points to something nobody owns any more. Whoever claims it speaks under the bank’s name.',
    'In the client’s own range':
      'The address belongs to a network of the bank, so it is its own machine and not a supplier’s.',
    'Known weakness of this version':
      'The version that answers has a published weakness, and a way to use it is public.',
    'Scanned by strangers': 'Others were seen probing this service; it has been noticed.',
    'Holds customer data': 'What can be seen from outside suggests records of customers.',
    'Behind an allow list': 'Only some addresses are let in, so the exposure is smaller than it looks.',
  },
}

/**
 * Indicators that carry a measurement in their name, and the entry that explains them, e.g. `Logo match 93%` → `Logo match`.
 */
export const measuredNames: readonly (readonly [form: RegExp, name: string])[] = [
  [/^Logo match \d+%$/, 'Logo match'],
  [/^Icon match \d+%$/, 'Icon match'],
  [/^Name match [01]\.\d+$/, 'Name match'],
  [/^Page copy \d+% same$/, 'Page copy'],
  [/^\d+ user reports?$/, 'User reports'],
  [/^Registered (yesterday|\d+ days? ago)$/, 'Registered recently'],
  [/^Registered \d+ years? ago$/, 'Registered years ago'],
  [/^Created \d+ days? ago$/, 'Created recently'],
  [/^Account older than \d+ years?$/, 'Old account'],
  [/^Redirect chain of \d+$/, 'Redirect chain'],
]
