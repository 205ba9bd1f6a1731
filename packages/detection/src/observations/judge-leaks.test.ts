import { describe, expect, test } from 'vitest'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { judgeForEach, judgeObservation } from './judge-observation.ts'
import { exampleAssets, exampleNow, exampleObservation } from './observation-examples.ts'
import { compileWatch, compileWatches } from './watch.ts'

const watch = compileWatch(exampleAssets, exampleNow)
const judge = (parts: Partial<SourceObservation>) => judgeObservation(watch, exampleObservation(parts))
// The checksum of this token is right, but it was never issued.
const token = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'

const code = (text: string, repository = 'dev/scripts') =>
  judge({ source: 'GitHub', kind: 'code', names: [repository], handle: repository.split('/')[0] ?? null, text })

describe('code', () => {
  test('with an internal host of the company is leaked', () => {
    expect(code('ssh deploy@jenkins.corp.umbervale.example')).toMatchObject({
      brandId: 'umber',
      threatType: 'Leaked source',
    })
    expect(code('url: jdbc:mysql://db01.prod.umber-mail.example/core')).toMatchObject({ threatType: 'Leaked source' })
  })

  test('that collects secrets in the name of the brand is a kit', () => {
    const kit = '<title>Umbervale</title> mail($to, "log", $_POST["password"])'
    expect(code(kit, 'x/umbervale-login-clone')).toMatchObject({ threatType: 'Phishing kit' })
  })

  test('that uses the public interface, an example key or another meaning of the word is none', () => {
    expect(code('init("https://api.umbervale.example/v1", "pk_test_EXAMPLE")')).toBeNull()
    expect(code(`GITHUB_TOKEN=${token.slice(0, -4)}AAAA # example for https://umbervale.example`)).toBeNull()
    expect(code('- [Umbervale](https://umbervale.example)', 'lists/banks')).toBeNull()
    expect(code('harvest(field)', 'games/harvest')).toBeNull()
  })
})

const document = (text: string) => judge({ source: 'DocumentLeaks', kind: 'document', names: ['File'], text })

describe('a document', () => {
  test('of the company that isn’t for the public is a threat', () => {
    expect(document('Umbervale Bank\nSTRICTLY CONFIDENTIAL\nMinutes')).toMatchObject({
      threatType: 'Confidential document',
    })
    expect(document('Restart vpn.umbervale.example first')).toMatchObject({ threatType: 'Internal document' })
  })

  test('that is published, of others or a template is none', () => {
    expect(document('Umbervale Bank annual report. We treat data confidentially. press@umbervale.example')).toBeNull()
    expect(document('CONFIDENTIAL\nTemplate for [Company]')).toBeNull()
    expect(document('CONFIDENTIAL\nOur harvest this year')).toBeNull()
  })
})

const claim = (title: string, text: string, links: string[] = []) =>
  judge({ source: 'DarkWeb', kind: 'claim', names: [title], text, links })

const listed = (title: string, website: string) =>
  judge({ source: 'DarkWeb', kind: 'claim', names: [title], fields: { website }, links: [`https://${website}`] })

describe('a claim', () => {
  test.each([
    ['Ransomware claim', 'Umbervale Bank', '340 GB of umbervale.example will be published. Victim refuses to pay.'],
    ['Sale of data', 'Umbervale database', 'Selling 1.2M customers, fresh, price 4000$'],
    ['Sale of access', 'Bank access', 'Citrix access, domain admin umbervale.example, price 8k'],
    ['Sale of access', 'Looking for an insider at Umbervale', 'good money'],
    ['Fraud tutorial', 'Umbervale cashout', 'Method to bypass verification and cash out'],
  ])('is a %s: %s', (threatType, title, text) => {
    expect(claim(title, text)).toMatchObject({ brandId: 'umber', threatType })
  })

  test.each([
    ['Press', 'Umbervale hired a new security chief'],
    ['Repost', 'Old collection reposted, umbervale.example lines of 2016, nothing new'],
    ['Question', 'Is Umbervale good for a new account?'],
    ['Test', 'Test accounts of Umbervale, all fake data'],
    ['Scam report', 'He scammed me with data of Umbervale, ban him'],
    ['Streaming', 'Selling subscriptions, payment by Umbervale transfer'],
  ])('is none: %s', (title, text) => {
    expect(claim(title, text)).toBeNull()
  })

  test('that only lists the company or its domain as a victim is a threat', () => {
    expect(listed('Umbervale', 'www.umbervale.example')).toMatchObject({ threatType: 'Ransomware claim' })
    expect(listed('Umbervale', 'umbervale-steel.test')).toBeNull()
  })

  test('about a company of a similar name, at its own domain, is none', () => {
    expect(claim('Umbervale Steel Ltd', 'Ransom: 20 GB of files', ['https://umbervale-steel.test'])).toBeNull()
  })

  test('is found by a host of the company without any name', () => {
    const all = compileWatches(
      new Map([
        ['a', exampleAssets],
        ['b', { ...exampleAssets, domains: [], brands: [] }],
      ]),
    )
    const found = judgeForEach(
      all,
      exampleObservation({
        source: 'DarkWeb',
        kind: 'claim',
        text: 'Leaked: 20 GB of files of umber-mail.example will be published',
      }),
    )
    expect([...found.keys()]).toEqual(['a'])
  })
})

const account = (number: string, name: string, text: string) =>
  judge({
    source: 'FinancialFraud',
    kind: 'claim',
    names: [name],
    text,
    fields: { account_number: number, account_name: name },
  })

describe('an account', () => {
  test('that a lure in the name of the brand leads to is a threat', () => {
    const caller = 'Caller said he is from Umbervale and asked to pay for the refund'
    expect(account('umbervalecare@okpay', 'Umbervale Care', caller)).toMatchObject({ threatType: 'Fraud payee' })
    expect(account('DE89370400440532013001', 'Max M.', caller)).toBeNull()
    expect(account('FR7630006000011234567890189', 'Max M.', caller)).toMatchObject({ threatType: 'Mule account' })
    const wallet = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
    expect(account(wallet, '', 'Giveaway of Umbervale: coins are doubled')).toMatchObject({ threatType: 'Scam wallet' })
  })

  test('of the company, with wrong check digits or of somebody else is none', () => {
    expect(account('umbervale@upi', 'Umbervale', 'Pay the Umbervale refund fee here, victim')).toBeNull()
    expect(account('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', '', 'Giveaway of Umbervale: coins are doubled')).toBeNull()
    expect(account('FR7630006000011234567890189', 'Bakery', 'Invoice, pay from your Umbervale account')).toBeNull()
  })
})

const service = (host: string, port: string, fields = {}) =>
  judge({ source: 'EASM', kind: 'address', names: [host], fields: { service: 'any', host, port, ...fields } })

describe('a service', () => {
  test('on a host of the company is a threat if it is for the inside or has vulnerabilities', () => {
    expect(service('db.umbervale.example', '5432')).toMatchObject({ threatType: 'Exposed service' })
    expect(service('www.umbervale.example', '443', { vulnerabilities: 'CVE-2099-0001' })).not.toBeNull()
    expect(service('www.umbervale.example', '443')).toBeNull()
    expect(service('db.other.example', '5432')).toBeNull()
  })
})

describe('an address', () => {
  test('is judged by the detector for names', () => {
    const url = (link: string) => judge({ source: 'URL', kind: 'address', url: link, fields: { link } })
    expect(url('https://sites.google.com/view/umbervale-support')).toMatchObject({ threatType: 'Fake customer care' })
    expect(url('https://evil.test/umbervale.example/login')).toMatchObject({ threatType: 'Phishing page' })
    expect(url('https://umbervale.example/login')).toBeNull()
    const titled = (link: string, title: string) =>
      judge({ source: 'URL', kind: 'address', names: [title], url: link, fields: { link } })
    expect(titled('https://x7.web.app/', 'Umbervale Bank – Log in')).toMatchObject({ threatType: 'Phishing page' })
    expect(titled('https://www.umbervale.example/', 'Umbervale Bank – Log in')).toBeNull()
    expect(titled('https://press.test/', 'Umbervale Bank reports a profit')).toBeNull()
    const domain = judge({ source: 'Domain', kind: 'address', fields: { domain_name: 'umbervale-login.test' } })
    expect(domain).toMatchObject({ brandId: 'umber', threatType: 'Look-alike domain' })
  })
})
