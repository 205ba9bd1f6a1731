import { createHash, createPublicKey, verify } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { addAllowEntry, removeAllowEntry } from '@signet/contract/threats/allow-list'
import { endApiKey } from '@signet/contract/access/api-keys'
import { getAssets, putAssets } from '@signet/contract/companies/assets'
import { blockFeedNames, BlockList, getBlockFeeds } from '@signet/contract/takedowns/block-feeds'
import {
  authoriseTakedown,
  moveTakedown,
  reopenTakedown,
  requestTakedown,
} from '@signet/contract/takedowns/takedown-work'
import type { Takedown } from '@signet/contract/takedowns/takedowns'
import { dayMs } from '@signet/contract/time'
import { addKey } from '../../../test/api-key.ts'
import {
  newCompany,
  newThreat,
  newUser,
  send,
  useWorld,
  type TestCompany,
  type TestUser,
} from '../../../test/harness.ts'
import { earlier } from '../../../test/earlier.ts'
import { feature } from './feature.ts'

const world = useWorld()

interface Setting {
  company: TestCompany
  client: TestUser
  staff: TestUser
  key: string
}

async function newSetting(): Promise<Setting> {
  const company = await newCompany()
  const [client, staff] = [await newUser('client', company), await newUser('admin', company, [company])]
  return { company, client, staff, key: (await addKey(company, { name: 'Resolver', scopes: ['feeds'] })).key }
}

const addressOf = (company: TestCompany, file: string) => `/api/rest/companies/${company.key}/blockFeeds/${file}`
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

async function fetchFeed({ company, key }: Setting, file: string, headers: Record<string, string> = {}) {
  return world().server.inject({ url: addressOf(company, file), headers: { ...bearer(key), ...headers } })
}

const entriesOf = async (setting: Setting) =>
  BlockList.parse(JSON.parse((await fetchFeed(setting, 'entries.json')).body))
const valuesOf = async (setting: Setting) => (await entriesOf(setting)).entries.map(({ value }) => value)
const linesOf = async (setting: Setting, file: string) => (await fetchFeed(setting, file)).body.split('\n')

interface TakenDown {
  source?: 'Domain' | 'URL'
  findingClass?: string
  threatType?: string
}

/** A takedown of a new threat. */
async function takeDown(
  by: TestUser,
  name: string,
  { source = 'Domain', findingClass = 'combosquat', threatType = 'Phishing site' }: TakenDown = {},
): Promise<Takedown> {
  const threat = await newThreat(by.company, { source, name })
  await world().database.pool.query('update threats set class = $1, threat_type = $2 where id = $3', [
    findingClass,
    threatType,
    threat.id,
  ])
  const body = { company: by.company.key, threatId: threat.id }
  return (await send(by, requestTakedown, { body })).body
}

/** The serial in the records of a zone. */
const serialIn = (all: [string, string, string][]) => Number(all[0]?.[2].split(' ')[2])

/** The sums of a company's feeds, their signature and the public key. */
const filesOf = async (setting: Setting) => {
  const [sums, signature, pem] = [
    await fetchFeed(setting, 'SHA256SUMS'),
    await fetchFeed(setting, 'SHA256SUMS.sig'),
    await fetchFeed(setting, 'public-key.pem'),
  ]
  return { sums: sums.rawPayload, signature: signature.rawPayload, key: createPublicKey(pem.body) }
}

async function move(by: TestUser, takedownId: string, status: string) {
  const { rows } = await world().database.pool.query<{ version: number }>(
    'select version from takedowns where id = $1',
    [takedownId],
  )
  const moved = await send(by, moveTakedown, {
    params: { takedownId },
    body: { status, version: rows[0]?.version, note: 'Set for this test' },
  })
  expect(moved.status).toBe(200)
  return moved.body
}

describe('a feed lists', () => {
  test('a takedown from its authorisation until the case is closed', async () => {
    const setting = await newSetting()
    const proposed = await takeDown(setting.staff, 'proposed-brand.example')
    expect(await valuesOf(setting)).toEqual([])

    const params = { takedownId: proposed.id }
    await send(setting.client, authoriseTakedown, { params, body: { version: 1 } })
    expect(await valuesOf(setting)).toEqual(['proposed-brand.example'])

    await takeDown(setting.client, 'own-brand.example')
    expect(await valuesOf(setting)).toEqual(['own-brand.example', 'proposed-brand.example'])

    await move(setting.staff, proposed.id, 'submitted')
    await move(setting.staff, proposed.id, 'offline_monitoring')
    expect(await valuesOf(setting)).toEqual(['own-brand.example', 'proposed-brand.example'])
    const { version } = await move(setting.staff, proposed.id, 'resolved')
    expect(await valuesOf(setting)).toEqual(['own-brand.example'])

    await send(setting.client, reopenTakedown, { params, body: { reason: 'It is back', version } })
    expect(await valuesOf(setting)).toEqual(['own-brand.example', 'proposed-brand.example'])
  })

  test('a host once, as long as one of its takedowns is open', async () => {
    const setting = await newSetting()
    const [first, second] = [
      await takeDown(setting.client, 'https://brand-login.example/a', { source: 'URL' }),
      await takeDown(setting.client, 'https://brand-login.example/b', { source: 'URL' }),
    ]
    const urls = ['https://brand-login.example/a', 'https://brand-login.example/b']
    expect(await valuesOf(setting)).toEqual(['brand-login.example', ...urls])
    await move(setting.staff, first.id, 'withdrawn')
    expect(await valuesOf(setting)).toEqual(['brand-login.example', urls[1]])
    await move(setting.staff, second.id, 'withdrawn')
    expect(await valuesOf(setting)).toEqual([])
  })

  test("the address but not the host of a page on somebody else's site or on a platform", async () => {
    const setting = await newSetting()
    const url = { source: 'URL' } as const
    await takeDown(setting.client, 'https://church.example/brand/login', { ...url, findingClass: 'lure-url' })
    await takeDown(setting.client, 'https://sites.google.com/view/brand', { ...url, findingClass: 'exact' })
    await takeDown(setting.client, 'sites.google.com')
    expect(await valuesOf(setting)).toEqual([
      'https://church.example/brand/login',
      'https://sites.google.com/view/brand',
    ])
    expect(await linesOf(setting, 'hosts.txt')).toEqual([expect.stringMatching(/^# /), ''])
  })

  test('nothing that the company allows, from the moment it does', async () => {
    const setting = await newSetting()
    await takeDown(setting.client, 'partner-brand.example')
    await takeDown(setting.client, 'https://shop-brand.example/partner/x', { source: 'URL', findingClass: 'lure-url' })
    expect(await valuesOf(setting)).toHaveLength(2)
    const allow = async (kind: string, value: string) =>
      (await send(setting.staff, addAllowEntry, { body: { kind, value, reason: 'A partner', until: null } })).body
    const { id } = await allow('domain', 'partner-brand.example')
    await allow('address', 'https://shop-brand.example/partner')
    expect(await valuesOf(setting)).toEqual([])
    await send(setting.staff, removeAllowEntry, { params: { entryId: id } })
    expect(await valuesOf(setting)).toEqual(['partner-brand.example'])
  })

  test('what was allowed until a day that is over', async () => {
    const setting = await newSetting()
    await takeDown(setting.client, 'partner-brand.example')
    const body = { kind: 'domain', value: 'partner-brand.example', reason: 'A partner', until: '2099-01-01' }
    await send(setting.staff, addAllowEntry, { body })
    expect(await valuesOf(setting)).toEqual([])
    // As if the day was over: no change is noted, only the time passes.
    const { pool } = world().database
    await pool.query(`update allow_entries set expires_at = $2 where company_id = $1`, [setting.company.id, new Date()])
    await pool.query('delete from block_changes where company_id = $1', [setting.company.id])
    expect(await valuesOf(setting)).toEqual(['partner-brand.example'])
  })

  test('never a host of the company itself', async () => {
    const setting = await newSetting()
    await takeDown(setting.client, 'www.umber-pay.example')
    await takeDown(setting.client, 'https://umber-shop.example/sale', { source: 'URL' })
    expect(await valuesOf(setting)).toHaveLength(3)
    const { body } = await send(setting.staff, getAssets)
    const brand = { ...body.brands[0], official: ['umber-pay.example'] }
    const assets = { ...body, brands: [brand], domains: ['umber-shop.example'] }
    expect((await send(setting.staff, putAssets, { body: assets })).status).toBe(200)
    expect(await valuesOf(setting)).toEqual([])
  })

  test("no page of the company's own accounts", async () => {
    const setting = await newSetting()
    const { id } = await takeDown(setting.client, 'https://brand-channel.example/@UmberBank/videos', { source: 'URL' })
    const { pool } = world().database
    await pool.query(
      `update threats set source = 'YouTube', fields = '{"channelUrl": "https://www.youtube.com/@UmberBank"}'
       where id = (select threat_id from takedowns where id = $1)`,
      [id],
    )
    expect(await valuesOf(setting)).toEqual(['https://www.youtube.com/@UmberBank'])
    const { body } = await send(setting.staff, getAssets)
    const brand = { ...body.brands[0], handles: [{ source: 'YouTube', handle: 'umberbank' }] }
    await send(setting.staff, putAssets, { body: { ...body, brands: [brand] } })
    expect(await valuesOf(setting)).toEqual([])
  })

  test('what a threat was corrected to', async () => {
    const setting = await newSetting()
    const { id } = await takeDown(setting.client, 'wrong-brand.example')
    expect(await valuesOf(setting)).toEqual(['wrong-brand.example'])
    await world().database.pool.query(
      `update threats set fields = '{"domain_name": "right-brand.example"}'
       where id = (select threat_id from takedowns where id = $1)`,
      [id],
    )
    expect(await valuesOf(setting)).toEqual(['right-brand.example'])
  })

  test('a change that was committed while the feed was read, at the next request', async () => {
    const setting = await newSetting()
    const { id } = await takeDown(setting.staff, 'slow-brand.example')
    const client = await world().database.pool.connect()
    try {
      await client.query('begin')
      await client.query(`update takedowns set status = 'authorised' where id = $1`, [id])
      const before = await fetchFeed(setting, 'hosts.txt')
      expect(before.body).not.toContain('slow-brand.example')
      await client.query('commit')
      const after = await fetchFeed(setting, 'hosts.txt', { 'if-none-match': String(before.headers['etag']) })
      expect(after.statusCode).toBe(200)
      expect(after.body).toContain('slow-brand.example')
    } finally {
      client.release()
    }
  })

  test('the same to everybody who asks at once', async () => {
    const setting = await newSetting()
    await takeDown(setting.client, 'login-brand.example')
    const answers = await Promise.all(Array.from({ length: 8 }, () => fetchFeed(setting, 'entries.json')))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(answers[0]?.body).toContain('login-brand.example')
  })

  test('changes of the last moment after a night without requests', async () => {
    const setting = await newSetting()
    await takeDown(setting.client, 'early-brand.example')
    // Feeds that nobody ever fetched have no changes to keep.
    await feature.nightly?.({ database: world().database } as never, new Date())
    const noted = 'select from block_changes where company_id = $1'
    expect((await world().database.pool.query(noted, [setting.company.id])).rowCount).toBe(0)
    expect(await valuesOf(setting)).toEqual(['early-brand.example'])
    await takeDown(setting.client, 'late-brand.example')
    await feature.nightly?.({ database: world().database } as never, new Date())
    expect((await world().database.pool.query(noted, [setting.company.id])).rowCount).toBe(0)
    expect(await valuesOf(setting)).toEqual(['early-brand.example', 'late-brand.example'])
  })

  test('every entry of several pages once, in order', async () => {
    const setting = await newSetting()
    const { id: takedownId } = await takeDown(setting.client, 'zz-brand.example')
    await valuesOf(setting)
    const many = Array.from({ length: 2500 }, (_, index) => `n${String(index).padStart(5, '0')}-brand.example`)
    await world().database.pool.query(
      `insert into block_entries (company_id, takedown_id, kind, value, has_subdomains, threat_type)
       select $1, $2, 'host', unnest($3::text[]), true, 'x'`,
      [setting.company.id, takedownId, many],
    )
    await world().database.pool.query(`update block_feed_files set changed_at = ${earlier('changed_at', '1 day')}`)
    expect(await valuesOf(setting)).toEqual([...many, 'zz-brand.example'])
  })
})

describe('a feed is fetched', () => {
  let setting: Setting
  beforeAll(async () => {
    setting = await newSetting()
    await takeDown(setting.client, 'login-brand.example')
  })

  test('with a key of scope feeds, as a bearer token or as a password', async () => {
    const basic = Buffer.from(`signet:${setting.key}`).toString('base64')
    for (const authorization of [`Bearer ${setting.key}`, `Basic ${basic}`]) {
      const answer = await world().server.inject({
        url: addressOf(setting.company, 'hosts.txt'),
        headers: { authorization },
      })
      expect(answer.statusCode, authorization).toBe(200)
      expect(answer.body).toContain('0.0.0.0 login-brand.example\n')
    }
  })

  test.each([...blockFeedNames, 'SHA256SUMS', 'SHA256SUMS.sig', 'public-key.pem'])(
    'by nobody else: %s',
    async (file) => {
      const { company, client } = setting
      const url = addressOf(company, file)
      const status = async (headers: Record<string, string>, from = url) =>
        (await world().server.inject({ url: from, headers })).statusCode
      expect(await status({})).toBe(401)
      const { headers } = await world().server.inject({ url })
      expect(headers['www-authenticate']).toMatch(/^Basic realm=/)
      expect(await status(bearer(client.accessToken))).toBe(401)
      expect(await status({ authorization: 'Basic !!' })).toBe(401)
      expect(await status(bearer((await addKey(company)).key))).toBe(403)
      const other = await newSetting()
      expect(await status(bearer(other.key))).toBe(404)
      expect(await status(bearer(setting.key), addressOf({ ...company, key: 'no-such' }, file))).toBe(404)
      const expired = await addKey(company, { scopes: ['feeds'], expiresAt: new Date(Date.now() - 1000) })
      expect(await status(bearer(expired.key))).toBe(401)
    },
  )

  test('until the key is revoked', async () => {
    const { id, key } = await addKey(setting.company, { scopes: ['feeds'] })
    expect((await fetchFeed({ ...setting, key }, 'hosts.txt')).statusCode).toBe(200)
    const superAdmin = await newUser('superAdmin', setting.company)
    await send(superAdmin, endApiKey, { params: { company: setting.company.key, apiKeyId: id } })
    expect((await fetchFeed({ ...setting, key }, 'hosts.txt')).statusCode).toBe(401)
  })

  test('again only when it has changed', async () => {
    const own = await newSetting()
    const { id } = await takeDown(own.client, 'first-brand.example')
    const first = await fetchFeed(own, 'rpz.zone')
    const { etag, 'last-modified': modified } = first.headers as Record<string, string>
    for (const headers of [
      { 'if-none-match': `"x", ${etag}` },
      { 'if-modified-since': modified },
      { 'if-none-match': '*' },
    ]) {
      const answer = await fetchFeed(own, 'rpz.zone', headers as Record<string, string>)
      expect(answer.statusCode, JSON.stringify(headers)).toBe(304)
      expect(answer.body).toBe('')
      expect(answer.headers['etag']).toBe(etag)
    }
    expect((await fetchFeed(own, 'rpz.zone')).body).toBe(first.body)
    // A step of the case that doesn't change what is listed.
    await move(own.staff, id, 'submitted')
    expect((await fetchFeed(own, 'rpz.zone', { 'if-none-match': etag as string })).statusCode).toBe(304)

    await takeDown(own.client, 'second-brand.example')
    const changed = await fetchFeed(own, 'rpz.zone', { 'if-none-match': etag as string })
    expect(changed.statusCode).toBe(200)
    expect(changed.headers['etag']).not.toBe(etag)
    expect(changed.body).toContain('second-brand.example')
    const stale = { 'if-none-match': etag as string, 'if-modified-since': new Date(Date.now() + dayMs).toUTCString() }
    expect((await fetchFeed(own, 'rpz.zone', stale)).statusCode).toBe(200)
  })

  test('compressed if the caller supports it, and with HEAD', async () => {
    const packed = await fetchFeed(setting, 'entries.csv', { 'accept-encoding': 'gzip' })
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(gunzipSync(packed.rawPayload).toString()).toBe((await fetchFeed(setting, 'entries.csv')).body)
    const head = await world().server.inject({
      method: 'HEAD',
      url: addressOf(setting.company, 'entries.csv'),
      headers: bearer(setting.key),
    })
    expect(head).toMatchObject({ statusCode: 200, body: '' })
    expect(head.headers['etag']).toBe(packed.headers['etag'])
  })

  test('even if the file store has lost it', async () => {
    const before = await fetchFeed(setting, 'stix.json')
    for await (const { sha256 } of world().files.list()) await world().files.remove(sha256)
    const after = await fetchFeed(setting, 'stix.json')
    expect(after).toMatchObject({ statusCode: 200, body: before.body })
  })

  test('not more than sixty times a minute', async () => {
    const { key } = await addKey(setting.company, { scopes: ['feeds'] })
    let refused
    for (let count = 0; count < 1000 && !refused; count += 1) {
      const answer = await fetchFeed({ ...setting, key }, 'SHA256SUMS')
      if (answer.statusCode === 429) refused = answer
    }
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('the format', () => {
  let setting: Setting
  beforeAll(async () => {
    setting = await newSetting()
    await takeDown(setting.client, 'bücher-brand.example', { threatType: '=HYPERLINK("https://evil.example","Click")' })
    await takeDown(setting.client, 'brand-mixed.example')
    await takeDown(setting.client, "https://church.example/a,b'c\\d?x=1", { source: 'URL', findingClass: 'lure-url' })
    const body = { kind: 'host', value: 'www.brand-mixed.example', reason: 'An old page of ours', until: null }
    await send(setting.staff, addAllowEntry, { body })
  })

  test('hosts.txt has one host a line, in ASCII', async () => {
    const [head, ...lines] = await linesOf(setting, 'hosts.txt')
    expect(head).toMatch(/^# Signet block feed of [\w-]+, serial \d{10}, /)
    expect(lines).toEqual(['0.0.0.0 brand-mixed.example', '0.0.0.0 xn--bcher-brand-thb.example', ''])
  })

  test('rpz.zone is a zone whose serial moves with its content', async () => {
    const records = async () =>
      (await linesOf(setting, 'rpz.zone'))
        .filter((line) => line !== '' && !line.startsWith(';') && !line.startsWith('$'))
        .map((line) => /^(\S+) (?:IN )?(SOA|NS|CNAME) (.+)$/.exec(line)?.slice(1) as [string, string, string])
    const before = await records()
    expect(before.map(([name, type, data]) => [name, type, type === 'SOA' ? '' : data])).toEqual([
      ['@', 'SOA', ''],
      ['@', 'NS', 'localhost.'],
      // The company allows a name below it, so the others are not listed either.
      ['brand-mixed.example', 'CNAME', '.'],
      ['xn--bcher-brand-thb.example', 'CNAME', '.'],
      ['*.xn--bcher-brand-thb.example', 'CNAME', '.'],
    ])
    const { serial } = await entriesOf(setting)
    expect(serialIn(before)).toBe(serial)
    const { id } = await takeDown(setting.client, 'brand-short.example')
    const middle = serialIn(await records())
    await move(setting.staff, id, 'withdrawn')
    const after = serialIn(await records())
    expect(serial < middle && middle < after && after < 2 ** 32).toBe(true)
  })

  test('a host that would be too long for a zone is left out of the zone only', async () => {
    const own = await newSetting()
    const long = `${`${'a'.repeat(60)}.`.repeat(3)}brand-long.example`
    await takeDown(own.client, long)
    expect((await fetchFeed(own, 'hosts.txt')).body).toContain(long)
    expect((await fetchFeed(own, 'rpz.zone')).body).not.toContain(long)
  })

  test('entries.csv is CSV that no spreadsheet calculates with', async () => {
    const { body, headers } = await fetchFeed(setting, 'entries.csv')
    expect(headers['content-type']).toContain('text/csv')
    const rows = parse(body, { columns: true }) as Record<string, string>[]
    expect(rows.map(({ kind, value }) => [kind, value])).toEqual([
      ['host', 'brand-mixed.example'],
      ['host', 'xn--bcher-brand-thb.example'],
      ['url', "https://church.example/a,b'c/d?x=1"],
    ])
    expect(rows[1]?.['threat_type']).toBe(`'=HYPERLINK("https://evil.example","Click")`)
    expect(Date.parse(rows[0]?.['listed_since'] ?? '')).toBeLessThanOrEqual(Date.now())
  })

  test('entries.json fits its schema in the contract', async () => {
    const list = await entriesOf(setting)
    expect(JSON.parse((await fetchFeed(setting, 'entries.json')).body)).toEqual(list)
    expect(list).toMatchObject({ company: setting.company.key, serial: Date.parse(list.changedAt) / 1000 })
  })

  interface StixObject {
    type: string
    spec_version: string
    id: string
    created: string
    modified: string
    created_by_ref?: string
    pattern?: string
    pattern_type?: string
    valid_from?: string
    valid_until?: string
  }
  const bundleOf = async (of: Setting) =>
    JSON.parse((await fetchFeed(of, 'stix.json')).body) as { type: string; id: string; objects: StixObject[] }

  test('stix.json is a bundle of indicators with ids that stay', async () => {
    const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'
    const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
    const bundle = await bundleOf(setting)
    expect(Object.keys(bundle)).toEqual(['type', 'id', 'objects'])
    expect(bundle.id).toMatch(new RegExp(`^bundle--${uuid}$`))
    const [identity, ...indicators] = bundle.objects
    expect(identity?.type).toBe('identity')
    for (const one of bundle.objects) {
      expect(one).toMatchObject({
        spec_version: '2.1',
        id: expect.stringMatching(new RegExp(`^${one.type}--${uuid}$`)) as string,
        created: expect.stringMatching(instant) as string,
        modified: expect.stringMatching(instant) as string,
      })
      expect(one.created <= one.modified).toBe(true)
    }
    for (const one of indicators) {
      expect(one).toMatchObject({ type: 'indicator', pattern_type: 'stix', created_by_ref: identity?.id })
      expect(one.valid_from).toMatch(instant)
      // A comparison with one string: section 9 of STIX 2.1.
      expect(one.pattern).toMatch(/^\[(domain-name|url):value = '(?:[^'\\]|\\['\\])*'\]$/)
    }
    expect(new Set(bundle.objects.map(({ id }) => id)).size).toBe(bundle.objects.length)
    expect(indicators.map(({ pattern }) => pattern)).toContain("[url:value = 'https://church.example/a,b\\'c/d?x=1']")
    const again = await newSetting()
    await takeDown(again.client, 'brand-mixed.example')
    expect((await bundleOf(again)).objects[1]?.id).not.toBe(indicators[0]?.id)
  })

  test('stix.json says when an indicator ended, for thirty days', async () => {
    const own = await newSetting()
    const { id } = await takeDown(own.client, 'brand-gone.example')
    const [, listed] = (await bundleOf(own)).objects
    expect(listed).toBeDefined()
    expect(listed?.valid_until).toBeUndefined()
    await move(own.staff, id, 'withdrawn')
    const [, ended] = (await bundleOf(own)).objects
    expect(ended).toMatchObject({ id: listed?.id, created: listed?.created, valid_from: listed?.valid_from })
    expect(ended && (ended.valid_until ?? '') > (ended.valid_from ?? '')).toBe(true)
    expect(ended && listed && ended.modified > listed.modified).toBe(true)
    expect(await valuesOf(own)).toEqual([])

    const { etag } = (await fetchFeed(own, 'stix.json')).headers
    await world().database.pool.query(
      `update block_entries set entered_at = ${earlier('entered_at', '31 days')}, left_at = ${earlier('left_at', '31 days')}
       where company_id = $1`,
      [own.company.id],
    )
    const dropped = await fetchFeed(own, 'stix.json', { 'if-none-match': String(etag) })
    expect(dropped.statusCode).toBe(200)
    expect(dropped.body).not.toContain('brand-gone.example')
  })
})

describe('the signature', () => {
  test('is valid for the sums of exactly what every feed sends', async () => {
    const setting = await newSetting()
    await takeDown(setting.client, 'login-brand.example')
    const { sums, signature, key } = await filesOf(setting)
    expect(verify(null, sums, key, signature)).toBe(true)
    const lines = []
    for (const file of blockFeedNames) {
      const { rawPayload } = await fetchFeed(setting, file)
      lines.push(`${createHash('sha256').update(rawPayload).digest('hex')}  ${file}\n`)
    }
    expect(sums.toString()).toBe(lines.join(''))
    expect(verify(null, Buffer.concat([sums, Buffer.from(' ')]), key, signature)).toBe(false)
  })

  test('of one company is not valid for another', async () => {
    const [one, other] = [await newSetting(), await newSetting()]
    const { signature } = await filesOf(one)
    const { sums, key } = await filesOf(other)
    expect(verify(null, sums, key, signature)).toBe(false)
  })
})

describe('the settings', () => {
  test('say where the feeds are, what they contain, and who last fetched them', async () => {
    const setting = await newSetting()
    await takeDown(setting.client, 'https://brand-login.example/a', { source: 'URL' })
    const before = (await send(setting.client, getBlockFeeds)).body
    expect(before).toMatchObject({ hosts: 1, urls: 1, hasKey: true })
    expect(before.files.map(({ lastFetch }) => lastFetch)).toEqual(blockFeedNames.map(() => null))
    const { path } = before.files.find(({ file }) => file === 'entries.json') ?? { path: '' }
    const fetched = await world().server.inject({ url: path, headers: bearer(setting.key) })
    expect(fetched.statusCode).toBe(200)
    const after = (await send(setting.client, getBlockFeeds)).body
    expect(after.files.find(({ file }) => file === 'entries.json')?.lastFetch).toMatchObject({ keyName: 'Resolver' })
    expect(after.files.filter(({ lastFetch }) => lastFetch)).toHaveLength(1)
  })

  test('say that no key can fetch them', async () => {
    const company = await newCompany()
    await addKey(company)
    await addKey(company, { scopes: ['feeds'], expiresAt: new Date(Date.now() - 1000) })
    expect((await send(await newUser('clientPeeker', company), getBlockFeeds)).body).toMatchObject({ hasKey: false })
  })
})
