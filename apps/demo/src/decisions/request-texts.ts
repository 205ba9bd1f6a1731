import type { RequestKind, RequestStatus } from '@signet/contract/requests/requests'

/** A request of the demo; `{name}`, `{word}` and `{domain}` are the company's own. */
export interface RequestText {
  kind: RequestKind
  subject: string
  text: string
  links: string[]
  /** The messages about it; those of the provider begin with `>`. */
  talk: string[]
  status: RequestStatus
  /** When it was sent; the others are a month or more apart. */
  daysAgo?: number
}

/** The requests of companies, newest first. */
export const requestTexts: readonly RequestText[] = [
  {
    kind: 'threat',
    subject: 'Page that copies the {name} sign-in',
    text: 'A customer sent us this address. It looks like our sign-in page with the old {name} logo.',
    links: ['https://{word}-signin.example/welcome'],
    talk: [],
    status: 'open',
    daysAgo: 0.2,
  },
  {
    kind: 'question',
    subject: 'Why was a {name} forum post closed as false positive?',
    text: 'We would have requested a takedown. Please explain why it is a false positive.',
    links: [],
    talk: ['> The post quotes your press release on {domain} and links to it, so there is nothing to take down.'],
    status: 'waiting',
    daysAgo: 2.5,
  },
  {
    kind: 'takedown',
    subject: 'Provider requests a signed letter about {name}',
    text: 'The shop’s hosting provider wants a power of attorney. Can you prepare one? We will sign it the same day.',
    links: ['https://shop.{word}-outlet.example/contact'],
    talk: [
      '> The letter is attached to the case; please sign and send it back.',
      'Signed and on its way.',
      '> Received and forwarded. The provider answers within two days.',
    ],
    status: 'inProgress',
    daysAgo: 4,
  },
  {
    kind: 'report',
    subject: 'Figures for the {name} board meeting',
    text: 'We need a one-page summary of the quarter for the board: threats found, taken down, median time.',
    links: [],
    talk: ['> Published under Reports, including a page for the board.', 'Exactly what we needed, thank you.'],
    status: 'done',
  },
  {
    kind: 'analysis',
    subject: 'Who is behind the {name} reward messages?',
    text: 'Three campaigns in six weeks with the same wording. Is it one group?',
    links: ['https://{word}-reward.example/claim', 'https://{word}-bonus.example/claim'],
    talk: [
      '> Two of the three share hosting and a tracking ID. The findings are in the deeper analysis.',
      'And the third?',
      '> Nothing links it to the others so far. We will keep monitoring it.',
    ],
    status: 'done',
  },
  {
    kind: 'takedown',
    subject: 'Social media account replying to {name} customers',
    text: 'An account with our logo replies to complaints and asks for phone numbers.',
    links: ['https://social.example/{word}_helpdesk'],
    talk: ['> Published as a threat; the takedown is requested.', 'It has been offline since this morning.'],
    status: 'done',
  },
  {
    kind: 'other',
    subject: 'New {name} sub-brand next month',
    text: 'We are launching a sub-brand. Please monitor its name from the day of the announcement, not before.',
    links: ['https://{domain}/press'],
    talk: ['> Noted. We will monitor it from the first of the month.'],
    status: 'done',
  },
  {
    kind: 'takedown',
    subject: 'Remove an unfair review of {name}',
    text: 'The review is wrong on two points and damages our reputation.',
    links: ['https://reviews.example/{word}/4711'],
    talk: ['> A signed opinion isn’t misuse of your brand, so we can’t request its removal.'],
    status: 'declined',
  },
  {
    kind: 'question',
    subject: 'Second recipient for {name} alerts',
    text: 'Can a colleague get the daily summary as well?',
    links: [],
    talk: ['> Yes. They can turn it on in their own settings, or you can add them as a recipient of the rule.'],
    status: 'done',
  },
  {
    kind: 'takedown',
    subject: 'App named {name} Mobile in a store',
    text: 'It isn’t ours. The screenshots are from our real app.',
    links: ['https://apps.example/details?id=example.{word}.mobile'],
    talk: [
      '> Our monitoring found it an hour ago too. We have reported it to the store.',
      'Thank you for the quick reply.',
      '> The store has removed it.',
    ],
    status: 'done',
  },
]
