import type { SourceObservation } from '@signet/contract/collection/source-observations'
import type { Assets } from '@signet/contract/companies/assets'

/** Invented assets of one company, for tests. */
export const exampleAssets: Assets = {
  brands: [
    {
      key: 'umber',
      name: 'Umbervale Bank',
      aliases: ['umbervale', 'アンバーベール銀行', 'बैंक अम्बर'],
      official: ['umbervale.example'],
      handles: [
        { source: 'Instagram', handle: 'umbervale' },
        { source: 'Telegram', handle: 'umbervale_nord' },
      ],
      phones: ['+44 20 7946 0101'],
      accounts: ['umbervale@upi', 'DE02120300000000202051'],
    },
    {
      key: 'apple',
      name: 'Harvest Money',
      aliases: ['harvest', 'harvest money'],
      official: ['harvestmoney.example'],
      handles: [],
      phones: [],
      accounts: [],
    },
    { key: 'visa', name: 'Viza', aliases: ['viza'], official: ['viza.example'], handles: [], phones: [], accounts: [] },
  ],
  domains: ['umber-mail.example'],
  people: [{ name: 'Ada Branthoven', title: 'Chair', emails: [], handles: [] }],
  apps: [{ name: 'Umbervale', packageName: 'example.umbervale.app', signerSha256: ['ab'.repeat(32)] }],
  partners: [],
  version: 1,
}

/** An observation with these parts; everything else is empty. */
export const exampleObservation = (parts: Partial<SourceObservation>): SourceObservation => ({
  source: 'Instagram',
  kind: 'profile',
  id: '1',
  at: null,
  url: null,
  fields: {},
  names: [],
  handle: null,
  text: '',
  links: [],
  phones: [],
  account: null,
  pictureUrl: null,
  ...parts,
})

/** The instant that the ages of accounts in examples are counted to. */
export const exampleNow = new Date('2026-11-01T12:00:00Z')
