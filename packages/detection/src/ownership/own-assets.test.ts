import type { Assets } from '@signet/contract/companies/assets'
import type { AnySource, SourceFields } from '@signet/contract/threats/sources'
import { describe, expect, test } from 'vitest'
import { compileOwnAssets, ownAssetOf } from './own-assets.ts'
import { accountAt } from './own-values.ts'

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
        { source: 'WhatsApp', handle: 'https://whatsapp.com/channel/0029VaUmber' },
        { source: 'GitHub', handle: 'https://github.com/partner-lab/umber-sdk.git' },
        { source: 'GitHub', handle: 'https://gitlab.com/umber/' },
        { source: 'GoogleMaps', handle: 'ChIJumberHQ-1' },
        { source: 'GoogleMaps', handle: 'https://maps.google.com/?cid=4711' },
        { source: 'Advertisements', handle: 'Meta 100012345' },
        { source: 'Advertisements', handle: '7654321' },
        { source: 'Advertisements', handle: 'https://www.linkedin.com/company/umber-freight/' },
        { source: 'Extension', handle: 'https://chromewebstore.google.com/detail/umber/abcdefghijklmnop' },
        { source: 'FB', handle: 'https://www.facebook.com/groups/umber.drivers/' },
        { source: 'YouTube', handle: 'UCumberTv' },
        // An address of a post names no account.
        { source: 'Instagram', handle: 'https://www.instagram.com/p/C8umber/' },
      ],
      phones: ['+44 20 7946 0101', '0044 20 7946 0102', '0800 496 0000'],
      accounts: ['GB29 NWBK 6016 1331 9268 19', 'umber@upi', 'umber.pay@upi', '1234-5678'],
    },
  ],
  domains: ['mail.umber.example', 'umbér.example'],
  people: [{ name: 'Ada Umber', title: 'Chair', emails: [], handles: [{ source: 'LinkedIn', handle: 'ada-umber' }] }],
  apps: [{ name: 'Umber', packageName: 'com.umber.app', signerSha256: [signer, 'umb1234567'] }],
  partners: [
    {
      name: 'Amber Travel',
      role: 'agent',
      domains: ['umber-amber.example'],
      handles: [{ source: 'Telegram', handle: '@amber_umber' }],
      phones: ['+44 20 7946 0777'],
      accounts: ['amber@upi'],
    },
    // A brand of the company that is also sold by its own subsidiary.
    { name: 'Umber Sales', role: 'reseller', domains: ['umberfreight.example'], handles: [], phones: [], accounts: [] },
  ],
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
    ['Domain', { domain_name: 'shop.umber-amber.example' }, 'partner Amber Travel'],
    ['Telegram', { channel_data: { entity_user_name: 'Amber_Umber' } }, 'partner Amber Travel'],
    ['WhatsApp', { Profile: '+44 20 7946 0777' }, 'partner Amber Travel'],
    ['FinancialFraud', { account_number: 'amber@UPI' }, 'partner Amber Travel'],
    // A partner that sells with the company's website.
    ['GoogleMaps', { phone: '020 7946 0777', website: 'https://umberfreight.example' }, 'partner Amber Travel'],
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
      'FinancialFraud',
      { account_number: 'IBAN: GB29\u00a0NWBK\u00a06016 1331 9268 19' },
      'account GB29 NWBK 6016 1331 9268 19',
    ],
    ['FinancialFraud', { account_number: 'upi://pay?pn=Umber&pa=umber%40upi&am=10' }, 'account umber@upi'],
    ['Domain', { domain_name: 'xn--umbr-dpa.example' }, 'domain umbér.example'],
    ['Domain', { domain_name: 'WWW.UMBÉR.EXAMPLE.' }, 'domain umbér.example'],
    ['URL', { link: 'HTTPS://www.umberfreight.example/?utm_source=mail&gclid=1' }, 'domain umberfreight.example'],
    [
      'URL',
      { link: 'https://umberfreight.example/r?to=https%3A%2F%2Fwww.umberfreight.example%2Fnew' },
      'domain umberfreight.example',
    ],
    ['Instagram', { ProfileUrl: 'https://instagram.com/stories/umberfreight/?hl=en' }, 'handle @UmberFreight'],
    ['Telegram', { channel_data: { entity_user_name: 'https://umber_news.t.me' } }, 'handle https://t.me/umber_news'],
    [
      'Telegram',
      { channel_data: { entity_user_name: 'tg://resolve?domain=umber_news' } },
      'handle https://t.me/umber_news',
    ],
    ['FB', { ProfileUrl: 'https://web.facebook.com/pg/umber.freight/about' }, 'handle umber.freight'],
    [
      'FB',
      { ProfileUrl: 'facebook.com/groups/umber.drivers/posts/1' },
      'handle https://www.facebook.com/groups/umber.drivers/',
    ],
    [
      'YouTube',
      { channelUrl: 'https://www.youtube.com/channel/UCother', channelHandle: '@Umber' },
      'handle https://www.youtube.com/@umber',
    ],
    ['YouTube', { channelUrl: 'https://www.youtube.com/channel/UCumberTv' }, 'handle UCumberTv'],
    [
      'GitHub',
      { repositoryLink: 'https://github.com/Partner-Lab/umber-sdk/blob/main/x' },
      'handle https://github.com/partner-lab/umber-sdk.git',
    ],
    ['GitHub', { repositoryLink: 'git@github.com:umberfreight/site.git' }, 'handle umberfreight'],
    [
      'GitHub',
      { repositoryLink: 'https://gitlab.com/umber/apps/site/-/tree/main' },
      'handle https://gitlab.com/umber/',
    ],
    ['WhatsApp', { Profile: 'https://wa.me/442079460101?text=hi' }, 'phone +44 20 7946 0101'],
    ['WhatsApp', { Profile: 'https://api.whatsapp.com/send?phone=%2B442079460999' }, 'handle +44 20 7946 0999'],
    [
      'WhatsApp',
      { Profile: 'https://www.whatsapp.com/channel/0029VaUmber' },
      'handle https://whatsapp.com/channel/0029VaUmber',
    ],
    ['GoogleMaps', { phone: '020 7946 0101' }, 'phone +44 20 7946 0101'],
    ['GoogleMaps', { phone: '+44 (0)20 7946-0101' }, 'phone +44 20 7946 0101'],
    ['GoogleMaps', { phone: '442079460101' }, 'phone +44 20 7946 0101'],
    ['GoogleMaps', { phone: '+44 800 496 0000' }, 'phone 0800 496 0000'],
    ['GoogleMaps', { phone: '0800 496 0000' }, 'phone 0800 496 0000'],
    ['GoogleMaps', { placeId: 'ChIJumberHQ-1' }, 'handle ChIJumberHQ-1'],
    ['GoogleMaps', { placeId: 'ChIJunknown', phone: '+44 20 7946 0101' }, 'phone +44 20 7946 0101'],
    ['Advertisements', { adSource: 'Meta', advertiserId: '100012345' }, 'handle Meta 100012345'],
    [
      'Advertisements',
      { adSource: 'TikTok', advertiserId: '7654321', landingUrl: 'https://promo.test' },
      'handle 7654321',
    ],
    [
      'Advertisements',
      { advertiserUrl: 'https://linkedin.com/company/umber-freight' },
      'handle https://www.linkedin.com/company/umber-freight/',
    ],
    [
      'Advertisements',
      { advertiserId: '9', landingUrl: 'https://umberfreight.example' },
      'domain umberfreight.example',
    ],
    [
      'Extension',
      { extensionId: 'abcdefghijklmnop' },
      'handle https://chromewebstore.google.com/detail/umber/abcdefghijklmnop',
    ],
    ['APK', { packageName: 'com.Umber.app', store: 'App Store' }, 'app com.umber.app'],
    ['APK', { packageName: 'com.umber.app', store: 'Google Play' }, 'app com.umber.app'],
    [
      'APK',
      { appName: 'Umber beta', packageName: 'com.umber.beta', signerSha256: signer.toUpperCase() },
      'app com.umber.app',
    ],
    ['URL', { link: 'https://t.me/umber_news' }, 'handle https://t.me/umber_news'],
    ['URL', { link: 'https://www.instagram.com/umberfreight/?hl=en' }, 'handle @UmberFreight'],
    ['URL', { link: 'https://x.com/umberfreight/status/17' }, 'handle umberfreight'],
    ['URL', { link: 'https://uk.linkedin.com/company/umber-freight/' }, 'handle umber-freight'],
    ['URL', { link: 'https://github.com/umberfreight/site' }, 'handle umberfreight'],
    ['URL', { link: 'https://wa.me/442079460101?text=hi' }, 'phone +44 20 7946 0101'],
    ['URL', { link: 'https://t.me/amber_umber' }, 'partner Amber Travel'],
    ['URL', { link: 'https://play.google.com/store/apps/details?id=com.umber.app&hl=de' }, 'app com.umber.app'],
    ['APK', { packageName: 'com.umber.ios', signerSha256: 'cd'.repeat(32), teamId: 'UMB1234567' }, 'app com.umber.app'],
    ['APK', { packageName: 'com.umber.app', store: 'App Store', teamId: 'ZZZ1234567' }, 'app com.umber.app'],
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
    ['URL', { link: 'https://t.me/umber_news_help' }],
    ['URL', { link: 'https://www.tiktok.com/@umberfreight' }],
    ['URL', { link: 'https://x.com/umberfreight?u=https://evil.test' }],
    ['URL', { link: 'https://x.com/share?text=umberfreight' }],
    ['URL', { link: 'https://www.instagram.com/p/C9other/' }],
    ['URL', { link: 'https://evil.test/t.me/umber_news' }],
    ['URL', { link: 'https://play.google.com/store/apps/details?id=com.umber.app.free' }],
    ['URL', { link: 'https://wa.me/442079460666' }],
    ['Telegram', { channel_data: { entity_user_name: 'amber_umber_help' } }],
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
    ['APK', { packageName: 'com.umber.app', signerSha256: 'cd'.repeat(32), teamId: 'ZZZ1234567' }],
    ['APK', { packageName: 'com.umber.app', teamId: 'ZZZ1234567' }],
    ['APK', { packageName: 'com.umber.app' }],
    ['APK', { packageName: 'com.umber.app', store: 'APKPure' }],
    ['APK', { packageName: 'com.umber.app', store: 'Google Play', signerSha256: 'cd'.repeat(32) }],
    ['GitHub', { repositoryLink: 'https://github.com/partner-lab/umber-login' }],
    ['GitHub', { repositoryLink: 'https://gitlab.com/umberfreight/site' }],
    ['GitHub', { repositoryLink: 'https://github.com/umber/site' }],
    ['WhatsApp', { Profile: 'https://whatsapp.com/channel/0029VaOther' }],
    ['Instagram', { ProfileUrl: 'https://www.instagram.com/p/C9other/' }],
    // The same national number in another country.
    ['GoogleMaps', { phone: '+49 20 7946 0101' }],
    ['GoogleMaps', { phone: '946 0101' }],
    // Anyone may suggest another number for a place.
    ['GoogleMaps', { placeId: 'ChIJumberHQ-1', phone: '+44 20 7946 0666' }],
    ['GoogleMaps', { placeId: 'ChIJother' }],
    ['FinancialFraud', { account_number: 'umberpay@upi' }],
    ['Advertisements', { adSource: 'TikTok', advertiserId: '100012345' }],
    ['Advertisements', { adSource: 'Meta', advertiserId: '100012346', landingUrl: 'https://promo.test' }],
    ['Extension', { extensionId: 'ponmlkjihgfedcba' }],
    ['URL', { link: 'https://umberfreight.example/r?u=https://umberfreight.example@evil.test' }],
    ['URL', { link: 'https://umberfreight.example/r?u=javascript://umberfreight.example/%0aalert(1)' }],
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

test.each([
  ['https://www.instagram.com/umber/?hl=en', 'Instagram umber'],
  ['https://x.com/umber', 'Twitter umber'],
  ['https://www.linkedin.com/company/umber', 'LinkedIn company/umber'],
  ['https://t.me/umber_news', 'Telegram umber_news'],
  ['https://wa.me/442079460101', 'WhatsApp 442079460101'],
  ['https://github.com/umber/site', 'GitHub umber/site'],
  ['https://apps.apple.com/gb/app/umber/id4711', 'APK id4711'],
  ['https://play.google.com/store/apps/details?id=com.umber.app', 'APK com.umber.app'],
  ['https://www.facebook.com/sharer/sharer.php?u=https://umber.example', ''],
  ['https://www.facebook.com/sharer.php?u=x', ''],
  ['https://x.com/intent/tweet?text=x', ''],
  ['https://twitter.com/share?url=x', ''],
  ['https://www.linkedin.com/shareArticle?mini=true', ''],
  ['https://www.instagram.com/p/C8umber/', ''],
  ['https://www.youtube.com/watch?v=abc', ''],
  ['https://t.me/share/url?url=x', ''],
  ['https://umber.example/instagram', ''],
  ['https://www.facebook.com/', ''],
])('the account at %s is %s', (address, expected) => {
  const account = accountAt(address)
  expect(account ? `${account.source} ${account.handle}` : '').toBe(expected)
})
