import { describe, expect, test } from 'vitest'
import {
  fieldOf,
  sourceOf,
  sources,
  threatSources,
  titleFieldOf,
  titleOf,
  type SourceFields,
  type ThreatSource,
} from './sources.ts'

const telegram = { channel_data: { entity_user_name: 'acme_help', title: 'Help' }, message_content: 'we sell accounts' }

describe('the title of a threat', () => {
  test.each<[ThreatSource, string, SourceFields, string]>([
    ['APK', 'Fake app', { appName: 'Acme Pay', packageName: 'com.acme' }, 'Acme Pay'],
    ['Telegram', 'Scam channel', telegram, 'acme_help'],
    ['Telegram', 'Cyber Threat', telegram, 'we sell accounts'],
    ['Twitter', 'Scam post', { Name: 'Acme', Handle: '@acme' }, 'Acme'],
    ['Domain', 'Phishing site', { domain_name: 'acme-login.example' }, 'acme-login.example'],
    ['DarkWeb', 'Sale of data', { author_username: 'shadow', email: 'a@b.example' }, 'shadow'],
    ['Instagram', 'Scam post', { Username: 'acme.official', ProfileName: 'Acme' }, 'acme.official'],
    ['YouTube', 'Scam video', { channelName: 'Acme Live', videoTitle: 'Win' }, 'Acme Live'],
    ['GoogleMaps', 'Fake branch', { title: 'Acme Branch', ProfileName: 'x' }, 'Acme Branch'],
    ['DocumentLeaks', 'Internal document', { title: 'Plan.pdf', link: 'x' }, 'Plan.pdf'],
    ['URL', 'Phishing page', { link: 'https://a.example/x', adURL: 'https://ad.example' }, 'https://a.example/x'],
    ['URL', 'Fake customer care', { link: 'https://a.example/x', adURL: 'https://ad.example' }, 'https://ad.example'],
    ['GitHub', 'Exposed key', { repositoryName: 'acme/keys', repositoryId: '7' }, 'acme/keys'],
    ['EASM', 'Exposed service', { service: 'ssh', host: 'a.example' }, 'ssh'],
    ['LinkedIn', 'Fake job offer', { postedBy: 'Jo Doe', headline: 'HR' }, 'Jo Doe'],
    ['Advertisements', 'Scam ad', { advertiser: 'Ads Ltd', adURL: 'x' }, 'Ads Ltd'],
    ['FinancialFraud', 'Mule account', { account_number: '0012', bank_name: 'Bank' }, '0012'],
    ['FB', 'Scam post', { subtype: 'Groups', GroupName: 'Group', PageName: 'Page' }, 'Group'],
    ['FB', 'Scam post', { subtype: 'Pages', GroupName: 'Group', PageName: 'Page' }, 'Page'],
    ['FB', 'Scam post', { subtype: 'Posts', postOwnerName: 'Owner', PageName: 'Page' }, 'Owner'],
    ['FB', 'Scam post', { subtype: 'MarketPlace', Title: 'Listing', PageName: 'Page' }, 'Listing'],
    ['FB', 'Scam post', { subtype: 'People', ProfileName: 'Person', PageName: 'Page' }, 'Person'],
    ['Reddit', 'Scam post', { Username: 'u/acme', ProfileName: 'Acme' }, 'u/acme'],
    ['TikTok', 'Scam post', { Username: '@acme', ProfileName: 'Acme' }, '@acme'],
    ['WhatsApp', 'Scam group', { Profile: '+1 555', ProfileName: 'Acme' }, 'Acme'],
  ])('of %s, %s, from %j is %s', (source, threatType, fields, title) => {
    expect(titleOf(source, threatType, fields)).toBe(title)
  })

  test('is known for every source', () => {
    for (const source of threatSources) {
      for (const threatType of sources[source].types) {
        const field = titleFieldOf(source, threatType, {})
        const named: readonly string[] = sources[source].fields.map((own) => own.field)
        expect(named, source).toContain(field)
      }
    }
  })

  test('is never empty: another field of the source is used, finally its name', () => {
    for (const source of threatSources) {
      expect(titleOf(source, sources[source].types[0], {})).toBe(sources[source].label)
      const last = sources[source].fields.at(-1)?.field as string
      expect(titleOf(source, sources[source].types[0], { [last]: '' })).toBe(sources[source].label)
      if (!last.includes('.')) expect(titleOf(source, sources[source].types[0], { [last]: 'only' })).toBe('only')
    }
  })
})

test('the searches of each source are those that clients rely on', () => {
  const labels = Object.fromEntries(
    threatSources.map((source) => [source, sources[source].search.map(({ label }) => label)]),
  )
  const profile = ['Username', 'Profile Name']
  expect(labels).toEqual({
    APK: ['App name', 'Package name', 'MD5', 'SHA256'],
    Telegram: ['Channel name', 'Channel title', 'Username'],
    Instagram: profile,
    Reddit: profile,
    TikTok: profile,
    Twitter: ['Profile name', 'Handle'],
    FB: ['Group name', 'Page name', 'Profile name'],
    Domain: ['Domain name'],
    DarkWeb: ['Email'],
    YouTube: ['Channel name'],
    URL: ['AD url'],
    LinkedIn: ['Post link', 'Profile link'],
    EASM: ['Service'],
    GitHub: ['Repository name', 'Repository ID', 'Repository link'],
    Advertisements: ['Ad URL'],
    FinancialFraud: ['Bank Name', 'Account Number', 'Account Name'],
    DocumentLeaks: ['Title'],
    GoogleMaps: ['Title', 'Profile Name'],
    WhatsApp: ['Profile', 'Profile Name'],
  })
})

test('an advertisement has its account, address and network', () => {
  const named: readonly string[] = sources.Advertisements.fields.map(({ field }) => field)
  expect(named).toEqual(expect.arrayContaining(['advertiserId', 'adURL', 'adSource']))
  expect(named).not.toContain('placeId')
})

test('every search is on a field the source has', () => {
  for (const source of threatSources) {
    const named: readonly string[] = sources[source].fields.map(({ field }) => field)
    for (const { field } of sources[source].search) expect(named, source).toContain(field)
    expect(new Set(named).size, source).toBe(named.length)
  }
})

describe('a source in words', () => {
  test('is found in any case, with or without blanks, and Facebook is FB', () => {
    expect(['apk', 'TELEGRAM', 'Google Maps', 'darkweb', 'Facebook', 'facebook', 'fb'].map(sourceOf)).toEqual([
      'APK',
      'Telegram',
      'GoogleMaps',
      'DarkWeb',
      'FB',
      'FB',
      'FB',
    ])
  })

  test('that does not exist is missing, even if JavaScript objects have a property of that name', () => {
    expect(['', 'MySpace', '__proto__', 'constructor', 'toString'].map(sourceOf)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
  })
})

test('a field is read by its dotted name as text, and a missing or nested one is none', () => {
  const fields = { a: { b: 1, c: null }, flag: false, zero: 0 }
  expect(['a.b', 'flag', 'zero'].map((path) => fieldOf(fields, path))).toEqual(['1', 'false', '0'])
  expect(['a', 'a.c', 'a.b.c', 'x', 'x.y', ''].map((path) => fieldOf(fields, path))).toEqual(Array(6).fill(null))
})
