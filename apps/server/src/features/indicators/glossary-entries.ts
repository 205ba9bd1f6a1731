import type { GlossaryCategory } from '@signet/contract/threats/glossary'

/**
 * What some indicators of `packages/detection` mean in a category of their own.
 *
 * A name can be in several categories with a different meaning in each; General is used for all other sources.
 */
export const furtherEntries: Readonly<Partial<Record<GlossaryCategory, Readonly<Record<string, string>>>>> = {
  Telegram: {
    'Created recently': 'The channel is only days old. Closed channels come back under a new name within hours.',
  },
  Instagram: {
    'Few followers':
      'The account has few followers. Check who it contacts: impersonators often reply under the company’s own posts.',
  },
  Twitter: {
    'Unverified account':
      'The handle has no verification badge. Badges can be bought, so a missing one says little on its own.',
  },
  Facebook: {
    'Created recently':
      'The page or group is only days or weeks old. Its transparency section also shows earlier names.',
  },
  YouTube: {
    'Few followers':
      'The channel has few subscribers. Hijacked channels have many, so check the channel’s history too.',
  },
  LinkedIn: {
    'Created recently': 'The profile or page is new, which doesn’t fit the career it describes.',
  },
}

/** Indicators with a measurement in their name, and the entry that explains them, e.g. `Logo match 93%` → `Logo match`. */
export const measuredNames: readonly (readonly [form: RegExp, name: string])[] = [
  [/^Logo match \d+%$/, 'Logo match'],
  [/^Created \d+ days? ago$/, 'Created recently'],
]
