import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startFakeAbuseReportServices, type FakeAbuseReportServices } from '../../test/fake-abuse-report-services.ts'
import { abuseReportServices } from './abuse-report-services.ts'

let fake: FakeAbuseReportServices
beforeAll(async () => {
  fake = await startFakeAbuseReportServices()
})
afterAll(() => fake.close())
beforeEach(() => {
  fake.manners = 'ok'
  fake.taken.length = 0
})

const names = Object.keys(abuseReportServices) as (keyof typeof abuseReportServices)[]
const accountOf = (service: string) => ({
  account: 'acc',
  key: 'secret-key',
  base: fake.server.url(`/${service}`),
  allowAddress: [fake.server.address],
})
const report = {
  reference: 'ab12cd34',
  url: 'https://login.evil.example/a?b=c',
  kind: 'malware',
  brand: 'Umber',
  officialUrl: 'https://umber.example/',
  text: 'It imitates Umber.',
  reporter: { name: 'Umber AG', email: 'brand@umber.example' },
} as const
const submit = (service: keyof typeof abuseReportServices) =>
  abuseReportServices[service].submit(accountOf(service), report)

test.each(names)('%s takes a report with the address, and its ticket is the proof', async (service) => {
  expect(await submit(service)).toEqual({ state: 'sent', ticket: expect.stringMatching(/./) as string })
  expect(decodeURIComponent(fake.taken[0]?.body ?? '')).toContain(report.url)
})

test.each(names)('%s that is busy says when to try again, and has nothing', async (service) => {
  fake.manners = 'throttles'
  const result = await submit(service)
  expect(result).toMatchObject({ state: 'temporary' })
  const minutes = result.state === 'temporary' && result.retryAt ? (result.retryAt.getTime() - Date.now()) / 60_000 : 0
  expect(Math.round(minutes)).toBeGreaterThan(50)
  expect(fake.taken).toEqual([])
})

test.each(names)('%s may have a report when it breaks off, fails, or gives no ticket', async (service) => {
  for (const manners of ['breaks', 'fails', 'noTicket'] as const) {
    fake.manners = manners
    expect(await submit(service), manners).toMatchObject({ state: 'unknown' })
  }
  const reason = service === 'urlhaus' ? 'URLHAUS_NOT_LISTED_YET' : 'TICKET_MISSING'
  expect(await submit(service)).toMatchObject({ reason: { reason } })
})

test.each(names)(
  '%s that refuses the account has nothing, and neither has one that cannot be reached',
  async (service) => {
    fake.manners = 'unauthorised'
    expect(await submit(service)).toMatchObject({
      state: 'refused',
      reason: { reason: 'SERVICE_REPLIED', parameters: { reply: expect.stringContaining('401') as string } },
    })
    const account = { ...accountOf(service), base: 'http://127.0.0.1:1', allowAddress: ['127.0.0.1:1'] }
    expect(await abuseReportServices[service].submit(account, report)).toMatchObject({
      state: 'temporary',
      retryAt: null,
    })
    const inside = { ...accountOf(service), allowAddress: [] }
    expect(await abuseReportServices[service].submit(inside, report)).toMatchObject({ state: 'refused' })
  },
)

test('a ticket is looked up in the words of the service', async () => {
  const answers = await Promise.all(
    names.map(async (service) => {
      const sent = await submit(service)
      const ticket = sent.state === 'sent' ? sent.ticket : ''
      return [service, (await abuseReportServices[service].lookUp(accountOf(service), ticket, report)).status]
    }),
  )
  expect(Object.fromEntries(answers)).toEqual({
    cloudflare: 'actioned',
    godaddy: 'acknowledged',
    netcraft: 'actioned',
    urlhaus: 'actioned',
    urlscan: 'open',
  })
})

const headerOf = (path: string, name: string) => fake.taken.find((one) => one.path.startsWith(path))?.headers[name]

test('keys are sent where the service expects them', async () => {
  for (const service of names) await submit(service)
  expect(headerOf('/cloudflare', 'authorization')).toBe('Bearer secret-key')
  expect(headerOf('/godaddy', 'authorization')).toBe('sso-key acc:secret-key')
  expect(headerOf('/urlhaus', 'auth-key')).toBe('secret-key')
  expect(headerOf('/urlscan', 'api-key')).toBe('secret-key')
})

test('GoDaddy gets an address within its limit that leads somewhere, and the whole one in the text', async () => {
  const url = `https://login.evil.example/in/pay?for=${'x'.repeat(300)}`
  await abuseReportServices.godaddy.submit(accountOf('godaddy'), { ...report, url })
  const sent = JSON.parse(fake.taken[0]?.body ?? '') as { source: string; info: string }
  expect(sent.source).toBe('https://login.evil.example/in/pay')
  expect(sent.info).toContain(url)
  fake.taken.length = 0
  const long = `https://login.evil.example/${'x'.repeat(300)}`
  await abuseReportServices.godaddy.submit(accountOf('godaddy'), { ...report, url: long })
  expect(JSON.parse(fake.taken[0]?.body ?? '')).toMatchObject({ source: 'https://login.evil.example/' })
})

test('URLhaus gets nothing but malware', async () => {
  const phishing = { ...report, kind: 'phishing' } as const
  expect(await abuseReportServices.urlhaus.submit(accountOf('urlhaus'), phishing)).toMatchObject({
    state: 'refused',
    reason: { reason: 'URLHAUS_LISTS_MALWARE' },
  })
  expect(fake.taken).toEqual([])
})

test('an account is tested without reporting anything', async () => {
  for (const service of names) await abuseReportServices[service].check(accountOf(service))
  expect(fake.taken.filter(({ path }) => !path.endsWith('/v1/url/'))).toEqual([])
  fake.manners = 'unauthorised'
  for (const service of names.filter((name) => name !== 'netcraft')) {
    await expect(abuseReportServices[service].check(accountOf(service))).rejects.toMatchObject({ kind: 'unauthorised' })
  }
})
