import type { Assets } from '@signet/contract/companies/assets'
import type { AnySource, SourceFields } from '@signet/contract/threats/sources'
import { describe, expect, test } from 'vitest'
import { compileOwnAssets, ownAssetOf } from './own-assets.ts'

const signer = 'ab'.repeat(32)
const assets: Assets = {
  brands: [
    {
      key: 'umber',
      name: 'Umber Freight',
      aliases: ['umber'],
      official: ['umberfreight.example'],
      handles: [
        { source: 'Instagram', handle: '@UmberFreight' },
        { source: 'Twitter', handle: 'umberfreight' },
        { source: 'Telegram', handle: 'https://t.me/umber_news' },
        { source: 'YouTube', handle: 'https://www.youtube.com/@umber' },
        { source: 'LinkedIn', handle: 'umber-freight' },
        { source: 'FB', handle: 'umber.freight' },
        { source: 'GitHub', handle: 'umberfreight' },
        { source: 'WhatsApp', handle: '+44 20 7946 0999' },
      ],
      phones: ['+44 20 7946 0101', '0044 20 7946 0102'],
      accounts: ['GB29 NWBK 6016 1331 9268 19', 'umber@upi', '1234-5678'],
    },
  ],
  domains: ['mail.umber.example'],
  people: [{ name: 'Ada Umber', title: 'Chair', emails: [], handles: [{ source: 'LinkedIn', handle: 'ada-umber' }] }],
  apps: [{ name: 'Umber', packageName: 'com.umber.app', signerSha256: [signer] }],
  version: 1,
}
const own = compileOwnAssets(assets)
const of = (source: AnySource, fields: SourceFields) => ownAssetOf(own, { source, fields })

describe('what is the company’s own', () => {
  test.each<[AnySource, SourceFields, string]>([
    ['Domain', { domain_name: 'WWW.UmberFreight.example' }, 'domain umberfreight.example'],
    ['Domain', { domain_name: 'mail.umber.example' }, 'domain mail.umber.example'],
    ['URL', { link: 'https://umberfreight.example:443/login?next=/home' }, 'domain umberfreight.example'],
    [
      'Advertisements',
      { advertiser: 'Agency', landingUrl: 'https://umberfreight.example/sale' },
      'domain umberfreight.example',
    ],
    ['Instagram', { Username: 'umberfreight' }, 'handle @UmberFreight'],
    ['Instagram', { ProfileUrl: 'https://www.instagram.com/UmberFreight/' }, 'handle @UmberFreight'],
    ['Twitter', { Name: 'Any', Handle: '@UmberFreight' }, 'handle umberfreight'],
    ['Twitter', { ProfileUrl: 'https://x.com/umberfreight' }, 'handle umberfreight'],
    ['Telegram', { channel_data: { entity_user_name: 'umber_news' } }, 'handle https://t.me/umber_news'],
    ['YouTube', { channelUrl: 'https://youtube.com/@umber/videos' }, 'handle https://www.youtube.com/@umber'],
    ['LinkedIn', { profileLink: 'https://uk.linkedin.com/company/umber-freight/?trk=x' }, 'handle umber-freight'],
    ['LinkedIn', { profileLink: 'https://www.linkedin.com/in/ada-umber' }, 'handle ada-umber'],
    ['FB', { ProfileUrl: 'https://m.facebook.com/umber.freight' }, 'handle umber.freight'],
    ['GitHub', { repositoryLink: 'https://github.com/umberfreight/site' }, 'handle umberfreight'],
    ['GitHub', { repositoryName: 'umberfreight/site' }, 'handle umberfreight'],
    ['WhatsApp', { Profile: '+442079460999' }, 'handle +44 20 7946 0999'],
    ['WhatsApp', { Profile: '+44 (20) 7946-0101' }, 'phone +44 20 7946 0101'],
    ['GoogleMaps', { title: 'Umber', phone: '+442079460102' }, 'phone 0044 20 7946 0102'],
    ['GoogleMaps', { phone: '+44 2079460101', website: 'https://umberfreight.example' }, 'phone +44 20 7946 0101'],
    ['FinancialFraud', { account_number: 'gb29nwbk60161331926819' }, 'account GB29 NWBK 6016 1331 9268 19'],
    ['FinancialFraud', { account_number: 'UMBER@upi' }, 'account umber@upi'],
    ['FinancialFraud', { account_number: '12345678' }, 'account 1234-5678'],
    [
      'APK',
      { appName: 'Umber beta', packageName: 'com.umber.beta', signerSha256: signer.toUpperCase() },
      'app com.umber.app',
    ],
  ])('%s %j', (source, fields, expected) => {
    const found = of(source, fields)
    expect(`${found?.kind} ${found?.value}`).toBe(expected)
  })
})

describe('what may be somebody else’s', () => {
  test.each<[AnySource, SourceFields]>([
    ['Domain', { domain_name: 'umberfreight.example.secure-login.test' }],
    ['Domain', { domain_name: 'notumberfreight.example' }],
    ['URL', { link: 'https://umberfreight.example@evil.test/' }],
    ['URL', { link: 'https://evil.test@umberfreight.example/' }],
    ['URL', { link: 'https://umberfreight.example/r?u=https://evil.test' }],
    ['URL', { link: 'https://umberfreight.example/r?u=//evil.test' }],
    ['URL', { link: 'https://evil.test/umberfreight.example' }],
    ['Instagram', { Username: 'umberfreight_help' }],
    ['Instagram', { ProfileName: 'Umber Freight' }],
    ['Instagram', { Username: 'umberfreight.' }],
    // The same handle on another platform belongs to anyone.
    ['TikTok', { Username: 'umberfreight' }],
    ['Twitter', { Handle: 'umber_news' }],
    ['Twitter', { ProfileUrl: 'https://evil.test/umberfreight' }],
    ['FB', { ProfileName: 'umber.freight' }],
    ['FB', { ProfileUrl: 'https://facebook.com/people/umber.freight/100066600' }],
    ['FB', { ProfileUrl: 'https://facebook.com/groups/umber.freight' }],
    // A person may call themselves what a company is called.
    ['LinkedIn', { profileLink: 'https://linkedin.com/in/umber-freight' }],
    ['LinkedIn', { profileLink: 'https://linkedin.com/company/ada-umber' }],
    ['YouTube', { channelUrl: 'https://youtube.com/c/umber' }],
    ['Reddit', { ProfileUrl: 'https://reddit.com/r/umberfreight' }],
    ['YouTube', { channelName: '@umber' }],
    ['GitHub', { repositoryName: 'umberfreight-demo/site' }],
    ['WhatsApp', { Profile: '+44 20 7946 0103', ProfileName: 'Umber Freight' }],
    // A fake branch shows the real website with a number of its own.
    ['GoogleMaps', { phone: '+44 20 7946 0666', website: 'https://umberfreight.example' }],
    ['GoogleMaps', { phone: '+44 20 7946 0101', website: 'https://umber.evil.test' }],
    ['GoogleMaps', { title: 'Umber Freight' }],
    ['FinancialFraud', { account_name: 'Umber Freight' }],
    ['FinancialFraud', { account_number: 'umber2@upi' }],
    ['APK', { packageName: 'com.umber.app', signerSha256: 'cd'.repeat(32) }],
    ['APK', { packageName: 'com.umber.app' }],
    // What stands on the company's own hosts may still be a leak or an exposed service.
    ['DocumentLeaks', { link: 'https://umberfreight.example/salaries.xlsx' }],
    ['EASM', { service: 'redis', host: 'umberfreight.example' }],
    ['DarkWeb', { email: 'ada@umberfreight.example' }],
  ])('%s %j', (source, fields) => {
    expect(of(source, fields)).toBeNull()
  })
})

test('a company without assets owns nothing', () => {
  const nothing = compileOwnAssets({ brands: [], domains: [], people: [], apps: [] })
  expect(ownAssetOf(nothing, { source: 'Instagram', fields: { Username: 'umberfreight' } })).toBeNull()
})
