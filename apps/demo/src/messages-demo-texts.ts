import type { AnnouncementChannel } from '@signet/contract/announcements'
import type { Role } from '@signet/contract/permissions'
import { roles } from '@signet/contract/permissions'
import type { DemoCompany } from './demo-companies.ts'

/** A text of the demo and how many days ago it was published. */
export interface DemoText {
  daysBack: number
  title: string
  body: string
  tags: string[]
}

/** What's New about the product; the same for every company. */
export const whatsNewTexts: readonly DemoText[] = [
  {
    daysBack: 3,
    title: 'Alerts by rules of your own',
    body: 'Under Settings you can now say which new threats you want to be warned of: by source, severity, type and score.\n\nA rule warns in the bell, by mail, or both. Each threat is told once a rule, however often it is looked at again.',
    tags: ['New', 'Alerts', 'Settings'],
  },
  {
    daysBack: 17,
    title: 'Live updates',
    body: 'Lists and counters follow what happens without a reload. When the connection breaks, the page picks up where it stopped.',
    tags: ['Improved', 'Portal'],
  },
  {
    daysBack: 34,
    title: 'Summaries by mail',
    body: 'Choose a daily or weekly summary under Settings, and which severities and sources it should count.',
    tags: ['New', 'Mail'],
  },
  {
    daysBack: 58,
    title: 'Decide on a whole filter at once',
    body: 'Select everything a filter finds, not only the page you see. The count is checked again before anything is changed.',
    tags: ['Improved', 'Threats'],
  },
  {
    daysBack: 83,
    title: 'Evidence is frozen when a takedown is asked for',
    body: 'Captures and registration records are kept as they were at that moment, with their checksums.',
    tags: ['New', 'Takedowns', 'Evidence'],
  },
  {
    daysBack: 109,
    title: 'Deeper analysis shows its steps',
    body: 'Follow a deeper analysis from the request to the result, with the notes of the analysts beside each step.',
    tags: ['Improved', 'Deeper analysis'],
  },
  {
    daysBack: 141,
    title: 'A glossary of every indicator',
    body: 'Point at a reason of a threat to read what it means. All of them stand in the Glossary, by category.',
    tags: ['New', 'Glossary'],
  },
  {
    daysBack: 176,
    title: 'Passkeys',
    body: 'Sign in with the lock of your device instead of a password and code. Add one under Profile.',
    tags: ['New', 'Sign-in'],
  },
  {
    daysBack: 214,
    title: 'Exports in three formats',
    body: 'Lists can be taken out as CSV, XLSX or PDF. Large ones are made in the background and wait for you under Reports.',
    tags: ['New', 'Reports'],
  },
  {
    daysBack: 251,
    title: 'Activity at a glance',
    body: 'The Activity page shows who decided what, with the remark that was given.',
    tags: ['New', 'Activity'],
  },
  {
    daysBack: 297,
    title: 'A calmer dark theme',
    body: 'Contrast of the dark theme was measured anew on every screen. The portal follows the setting of your device unless you choose.',
    tags: ['Improved', 'Portal'],
  },
  {
    daysBack: 338,
    title: 'Bookmarks',
    body: 'Keep a threat at hand with a bookmark; bookmarks are yours alone.',
    tags: ['New', 'Threats'],
  },
  {
    daysBack: 381,
    title: 'Look-alike names in every script',
    body: 'Names that only look like yours are found in Cyrillic, Greek and other scripts, with the letters that were swapped named one by one.',
    tags: ['Fixed', 'Detection'],
  },
]

/** Announcements to the people of every company. */
export const announcementTexts: readonly {
  daysBack: number
  title: string
  body: string
  roles: readonly Role[]
  channels: AnnouncementChannel[]
}[] = [
  {
    daysBack: -6,
    title: 'Maintenance next weekend',
    body: 'The portal is not available on Sunday from 02:00 to 03:00 UTC. Monitoring goes on.',
    roles,
    channels: ['bell', 'toast'],
  },
  {
    daysBack: 9,
    title: 'Second factor for all staff',
    body: 'From next month every staff account signs in with a second factor. Set yours up under Profile.',
    roles: roles.filter((role) => role !== 'client' && role !== 'clientPeeker'),
    channels: ['bell', 'mail'],
  },
  {
    daysBack: 62,
    title: 'Support during the holidays',
    body: 'Takedowns are worked on every day. Questions are answered on working days from 08:00 to 18:00 UTC.',
    roles,
    channels: ['bell', 'mail'],
  },
  {
    daysBack: 128,
    title: 'Short interruption this morning',
    body: 'Between 06:10 and 06:24 UTC pages loaded slowly. The cause was found and removed; nothing was lost.',
    roles,
    channels: ['bell'],
  },
  {
    daysBack: 203,
    title: 'Review guidelines updated',
    body: 'The guidelines for lottery and reward lures were rewritten. Please read them before your next shift.',
    roles: ['qa', 'admin', 'subAdmin'],
    channels: ['bell', 'mail'],
  },
  {
    daysBack: 317,
    title: 'New report layout',
    body: 'Monthly reports open with the figures that changed most. The old layout stays available until the end of the quarter.',
    roles,
    channels: ['bell'],
  },
]

/** News for one company: about its own trade, with its own name. */
export function newsTextsOf({ name, word, trade }: Pick<DemoCompany, 'name' | 'word' | 'trade'>): DemoText[] {
  const { lure, victims, place } = {
    bank: { lure: 'fake helplines', victims: 'account holders', place: 'messengers' },
    rail: { lure: 'fake ticket shops', victims: 'travellers', place: 'search adverts' },
    lottery: { lure: 'invented winnings', victims: 'players', place: 'short messages' },
    crypto: { lure: 'wallet drainers', victims: 'users', place: 'social media' },
  }[trade]
  return [
    {
      daysBack: 2,
      title: `Rise of ${lure} around ${name}`,
      body: `Since the start of the week we see three times as many ${lure} that use the name ${name}. Most are spread through ${place}.\n\nTakedowns are under way; typical names contain “${word}” with a word such as “support” or “verify”.`,
      tags: ['Campaign'],
    },
    {
      daysBack: 20,
      title: `How ${victims} of ${name} are approached`,
      body: `Our analysts followed a complete attempt. The contact begins through ${place}, moves to a private chat within minutes and ends on a copied page.\n\nWhat to tell ${victims}: ${name} never asks for codes in a chat.`,
      tags: ['Background'],
    },
    {
      daysBack: 46,
      title: 'Registrars answer faster',
      body: 'The median time from notice to removal fell to 19 hours for domains. Two registrars now confirm automatically.',
      tags: ['Takedowns'],
    },
    {
      daysBack: 77,
      title: `Copied logos of ${name} on app stores`,
      body: `Eleven apps with the logo of ${name} were found on alternative stores; nine are gone. The others are watched.`,
      tags: ['Apps'],
    },
    {
      daysBack: 112,
      title: 'A season of reward lures',
      body: `As every year, promised rewards precede the holidays. Expect more names of the form “${word}-gift” and “${word}-bonus”.`,
      tags: ['Campaign'],
    },
    {
      daysBack: 158,
      title: `Wave against ${name} broken`,
      body: 'The wave of this month used one hosting provider and one page kit. The provider closed 34 addresses within a day of the first notice.',
      tags: ['Campaign', 'Takedowns'],
    },
    {
      daysBack: 205,
      title: 'Leaked credentials: what the figures say',
      body: `Fewer passwords of ${victims} appear in public collections, more in logs of stealer malware. Those are younger and more often still valid.`,
      tags: ['Leaks'],
    },
    {
      daysBack: 263,
      title: `Official accounts of ${name} verified`,
      body: 'All official accounts are verified on the large platforms now, which makes impersonation easier to show.',
      tags: ['Social media'],
    },
    {
      daysBack: 322,
      title: 'Look-alike names: a year in figures',
      body: `Four out of five look-alike names around “${word}” join it with another word; swapped letters are one in ten, and rising.`,
      tags: ['Background'],
    },
    {
      daysBack: 390,
      title: `Monitoring for ${name} has begun`,
      body: `All sources of ${name} are connected. From today new threats are reviewed around the clock.`,
      tags: ['Service'],
    },
  ]
}

/** Mails that were written to the people of a company. */
export const sendingTexts: readonly { daysBack: number; template: string; subject: string; body: string }[] = [
  {
    daysBack: 5,
    template: 'report',
    subject: 'Your monthly report',
    body: 'Dear {{name}},\n\nthe report of last month for {{company}} is available under Reports.',
  },
  {
    daysBack: 36,
    template: 'report',
    subject: 'Your monthly report',
    body: 'Dear {{name}},\n\nthe report of last month for {{company}} is available under Reports.',
  },
  {
    daysBack: 94,
    template: 'message',
    subject: 'Invitation to the quarterly review',
    body: 'Dear {{name}},\n\nwe would like to go through the quarter of {{company}} with you next week.',
  },
  {
    daysBack: 158,
    template: 'incident',
    subject: 'A wave of threats this week',
    body: 'Dear {{name}},\n\nwe see a wave of threats against {{company}}. We report again within four hours.',
  },
  {
    daysBack: 240,
    template: 'maintenance',
    subject: 'Planned maintenance',
    body: 'Dear {{name}},\n\nthe portal will not be available on Sunday from 02:00 to 03:00 UTC.',
  },
  {
    daysBack: 375,
    template: 'message',
    subject: 'Welcome',
    body: 'Dear {{name}},\n\nmonitoring for {{company}} has begun. Your analysts are one click away under Add Request.',
  },
]
