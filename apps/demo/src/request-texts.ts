import type { RequestKind, RequestStatus } from '@signet/contract/requests'

/** A request of the demo; `{name}`, `{word}` and `{domain}` are the company's own. */
export interface RequestText {
  kind: RequestKind
  subject: string
  text: string
  links: string[]
  /** What was written about it, the provider's lines first marked by `>`. */
  talk: string[]
  status: RequestStatus
}

/** What companies ask for, newest first. */
export const requestTexts: readonly RequestText[] = [
  {
    kind: 'threat',
    subject: 'Page that copies the {word} sign-in',
    text: 'A customer sent us this address. It looks like our sign-in page, with the old {name} logo.',
    links: ['https://{word}-signin.example/welcome'],
    talk: [],
    status: 'open',
  },
  {
    kind: 'question',
    subject: 'Why was a {word} forum post closed as false positive?',
    text: 'We marked it for takedown in our notes. Please explain what speaks against it.',
    links: [],
    talk: ['> The post quotes your press release of {domain} and links to it. There is nothing to take down.'],
    status: 'waiting',
  },
  {
    kind: 'takedown',
    subject: 'Provider asks for a signed letter about {word}',
    text: 'The host of the shop wants a power of attorney. Can you prepare it, we sign the same day.',
    links: ['https://shop.{word}-outlet.example/contact'],
    talk: [
      '> The letter is attached to the case; please sign and send it back.',
      'Signed, on its way.',
      '> Received and passed on.',
    ],
    status: 'inProgress',
  },
  {
    kind: 'report',
    subject: 'Figures for the {word} board meeting',
    text: 'We need a one-page summary of the quarter for the board: found, taken down, median time.',
    links: [],
    talk: ['> Published under Reports, with a page for the board.', 'Exactly what we needed, thank you.'],
    status: 'done',
  },
  {
    kind: 'analysis',
    subject: 'Who is behind the {word} reward messages?',
    text: 'Three campaigns in six weeks with the same wording. Is it one group?',
    links: ['https://{word}-reward.example/claim', 'https://{word}-bonus.example/claim'],
    talk: [
      '> Two of the three share hosting and a tracking id. The findings are in the deeper analysis.',
      'And the third?',
      '> Nothing that ties it to the others so far; we keep watching.',
    ],
    status: 'done',
  },
  {
    kind: 'threat',
    subject: 'Social account answering {word} customers',
    text: 'An account with our logo answers complaints and asks for phone numbers.',
    links: ['https://social.example/{word}_helpdesk'],
    talk: ['> Added and published as a threat; the takedown is asked for.', 'It is gone since this morning.'],
    status: 'done',
  },
  {
    kind: 'other',
    subject: 'New {word} sub-brand from next month',
    text: 'We start a sub-brand. Please watch its name from the day of the announcement on, not before.',
    links: ['https://{domain}/press'],
    talk: ['> Noted. It is watched from the first of the month.'],
    status: 'done',
  },
  {
    kind: 'takedown',
    subject: 'Remove a review of {word} that we find unfair',
    text: 'The review is wrong in two points and hurts us.',
    links: ['https://reviews.example/{word}/4711'],
    talk: ['> An opinion under the name of its author is no misuse of your brand. We cannot ask for its removal.'],
    status: 'declined',
  },
  {
    kind: 'question',
    subject: 'Second person for {word} alerts',
    text: 'Can a colleague get the daily summary as well?',
    links: [],
    talk: ['> Yes: they choose it in their own settings, or you add them as a recipient of the rule.'],
    status: 'done',
  },
  {
    kind: 'threat',
    subject: 'App in a store under the name {word} Mobile',
    text: 'It is not ours. The screenshots are taken from our real app.',
    links: ['https://apps.example/details?id=example.{word}.mobile'],
    talk: [
      '> Found as well by our own watch an hour before. The store has it.',
      'Thank you for the quick answer.',
      '> Removed by the store.',
    ],
    status: 'done',
  },
]
