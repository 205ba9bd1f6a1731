import type { AnnouncementChannel } from '@signet/contract/messages/announcements'
import { roles, staffRoles, type Role } from '@signet/contract/access/permissions'
import type { DemoCompany } from '../companies/demo-companies.ts'

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
    title: 'Custom alert rules',
    body: 'You can now choose under Settings which new threats you get alerts for: by source, severity, type and score.\n\nA rule alerts you in the portal, by email or both. You get one alert per rule for each threat.',
    tags: ['New', 'Alerts', 'Settings'],
  },
  {
    daysBack: 17,
    title: 'Live updates',
    body: 'Lists and counters now update without a reload. After a lost connection, the page catches up automatically.',
    tags: ['Improved', 'Portal'],
  },
  {
    daysBack: 34,
    title: 'Email summaries',
    body: 'Choose a daily or weekly summary under Settings, and the severities and sources it includes.',
    tags: ['New', 'Email'],
  },
  {
    daysBack: 58,
    title: 'Decide on all filtered threats at once',
    body: 'Select all threats that match a filter, not only the loaded ones. The number is checked again before anything changes.',
    tags: ['Improved', 'Threats'],
  },
  {
    daysBack: 83,
    title: 'Evidence is preserved when you request a takedown',
    body: 'Captures and registration records are stored as they are at that moment, with checksums.',
    tags: ['New', 'Takedowns', 'Evidence'],
  },
  {
    daysBack: 109,
    title: 'Steps of a deeper analysis',
    body: 'Follow a deeper analysis from request to result, with the analysts’ notes for each step.',
    tags: ['Improved', 'Deeper analysis'],
  },
  {
    daysBack: 141,
    title: 'A glossary of every indicator',
    body: 'Hover over an indicator of a threat to see what it means. The Glossary lists all of them by category.',
    tags: ['New', 'Glossary'],
  },
  {
    daysBack: 176,
    title: 'Passkeys',
    body: 'Sign in with your device’s screen lock instead of a password and code. Add a passkey under Profile.',
    tags: ['New', 'Sign-in'],
  },
  {
    daysBack: 214,
    title: 'Exports in three formats',
    body: 'Export lists as CSV, XLSX or PDF. Large exports run in the background and appear under Reports.',
    tags: ['New', 'Reports'],
  },
  {
    daysBack: 251,
    title: 'Activity at a glance',
    body: 'The Activity page shows who decided what, including their remarks.',
    tags: ['New', 'Activity'],
  },
  {
    daysBack: 297,
    title: 'A calmer dark theme',
    body: 'We improved the contrast of the dark theme on every screen. The portal follows your device’s theme unless you choose one.',
    tags: ['Improved', 'Portal'],
  },
  {
    daysBack: 338,
    title: 'Bookmarks',
    body: 'Bookmark a threat to find it again quickly. Only you see your bookmarks.',
    tags: ['New', 'Threats'],
  },
  {
    daysBack: 381,
    title: 'Look-alike names in every script',
    body: 'Look-alikes of your names are now detected in Cyrillic, Greek and other scripts, and each replaced letter is listed.',
    tags: ['Fixed', 'Detection'],
  },
]

/** Announcements to the users of every company. */
export const announcementTexts: readonly {
  daysBack: number
  title: string
  body: string
  roles: readonly Role[]
  channels: AnnouncementChannel[]
}[] = [
  {
    daysBack: -6,
    title: 'Planned maintenance',
    body: 'The portal won’t be available on {sunday} from 02:00 to 03:00 UTC. Monitoring continues.',
    roles,
    channels: ['bell', 'toast'],
  },
  {
    daysBack: 9,
    title: 'Two-factor authentication for all staff',
    body: 'From next month, every staff account needs a second factor to sign in. Set yours up under Profile.',
    roles: staffRoles,
    channels: ['bell', 'mail'],
  },
  {
    daysBack: 62,
    title: 'Support during the holidays',
    body: 'We work on takedowns every day. We answer questions on working days from 08:00 to 18:00 UTC.',
    roles,
    channels: ['bell', 'mail'],
  },
  {
    daysBack: 128,
    title: 'Short interruption this morning',
    body: 'Pages loaded slowly between 06:10 and 06:24 UTC. We fixed the cause; no data was lost.',
    roles,
    channels: ['bell'],
  },
  {
    daysBack: 203,
    title: 'Review guidelines updated',
    body: 'We rewrote the guidelines for lottery and reward scams. Please read them before your next shift.',
    roles: ['qa', 'admin', 'subAdmin'],
    channels: ['bell', 'mail'],
  },
  {
    daysBack: 317,
    title: 'New report layout',
    body: 'Monthly reports now start with the figures that changed most. The old layout is available until the end of the quarter.',
    roles,
    channels: ['bell'],
  },
]

/** News for one company, about its industry and with its name. */
export function newsTextsOf({ name, word, trade }: Pick<DemoCompany, 'name' | 'word' | 'trade'>): DemoText[] {
  const { lure, victims, place } = {
    bank: { lure: 'fake support lines', victims: 'account holders', place: 'messaging apps' },
    rail: { lure: 'fake ticket shops', victims: 'travellers', place: 'search ads' },
    lottery: { lure: 'fake winnings', victims: 'players', place: 'text messages' },
    crypto: { lure: 'wallet drainers', victims: 'users', place: 'social media' },
  }[trade]
  return [
    {
      daysBack: 2,
      title: `More ${lure} using the name ${name}`,
      body: `Since the start of the week, we have seen three times as many ${lure} that use the name ${name}. Most spread through ${place}.\n\nTakedowns are in progress. Typical names combine “${word}” with a word such as “support” or “verify”.`,
      tags: ['Campaign'],
    },
    {
      daysBack: 20,
      title: `How scammers approach ${victims} of ${name}`,
      body: `Our analysts followed a complete attempt. Contact starts through ${place}, moves to a private chat within minutes and ends on a copied page.\n\nAdvice for ${victims}: ${name} never asks for codes in a chat.`,
      tags: ['Background'],
    },
    {
      daysBack: 46,
      title: 'Registrars respond faster',
      body: 'The median time from notice to removal of a domain fell to 19 hours. Two registrars now confirm automatically.',
      tags: ['Takedowns'],
    },
    {
      daysBack: 77,
      title: `Apps with the logo of ${name} in app stores`,
      body: `We found eleven apps with the logo of ${name} in alternative app stores. Nine have been removed; we are monitoring the others.`,
      tags: ['Apps'],
    },
    {
      daysBack: 112,
      title: 'Reward scams before the holidays',
      body: `Reward scams increase before the holidays every year. Expect more names such as “${word}-gift” and “${word}-bonus”.`,
      tags: ['Campaign'],
    },
    {
      daysBack: 158,
      title: `Wave of attacks on ${name} stopped`,
      body: 'This month’s wave used one hosting provider and one phishing kit. The provider took 34 addresses offline within a day of the first notice.',
      tags: ['Campaign', 'Takedowns'],
    },
    {
      daysBack: 205,
      title: 'Leaked credentials: the figures',
      body: `Fewer passwords of ${victims} appear in public collections and more in stealer logs. The latter are more recent and more often still valid.`,
      tags: ['Leaks'],
    },
    {
      daysBack: 263,
      title: `Official accounts of ${name} verified`,
      body: 'All official accounts are now verified on the large platforms, which makes impersonation easier to prove.',
      tags: ['Social media'],
    },
    {
      daysBack: 322,
      title: 'Look-alike names: a year in figures',
      body: `Four out of five look-alike names combine “${word}” with another word. One in ten swaps letters, and this share is growing.`,
      tags: ['Background'],
    },
    {
      daysBack: 390,
      title: `Monitoring for ${name} has begun`,
      body: `All sources for ${name} are connected. From today, we review new threats around the clock.`,
      tags: ['Service'],
    },
  ]
}

/** Emails to the users of a company. */
export const sendingTexts: readonly { daysBack: number; template: string; subject: string; body: string }[] = [
  {
    daysBack: 5,
    template: 'report',
    subject: 'Your monthly report',
    body: 'Dear {{name}},\n\nLast month’s report for {{company}} is available under Reports.',
  },
  {
    daysBack: 36,
    template: 'report',
    subject: 'Your monthly report',
    body: 'Dear {{name}},\n\nLast month’s report for {{company}} is available under Reports.',
  },
  {
    daysBack: 94,
    template: 'message',
    subject: 'Invitation to the quarterly review',
    body: 'Dear {{name}},\n\nWe would like to review the last quarter of {{company}} with you next week.',
  },
  {
    daysBack: 158,
    template: 'incident',
    subject: 'A wave of threats this week',
    body: 'Dear {{name}},\n\nWe are seeing a wave of threats against {{company}}. We will send you an update within four hours.',
  },
  {
    daysBack: 240,
    template: 'maintenance',
    subject: 'Planned maintenance',
    body: 'Dear {{name}},\n\nThe portal will not be available on Sunday from 02:00 to 03:00 UTC.',
  },
  {
    daysBack: 375,
    template: 'message',
    subject: 'Welcome',
    body: 'Dear {{name}},\n\nMonitoring for {{company}} has started. You can reach our analysts under Add Request.',
  },
]
