import { createHash } from 'node:crypto'
import { programErrors } from '@signet/contract/errors/program-errors'
import { beforeAll, describe, expect, test } from 'vitest'
import { sentenceOf } from '@signet/server/errors/sentences'
import { fetchWhenFree, jsonLines, newInstallation, newReadyInstallation, onlyLine } from '../../test/signet-process.ts'

const password = 'correct horse battery staple'

let signet: Awaited<ReturnType<typeof newReadyInstallation>>

beforeAll(async () => {
  signet = await newReadyInstallation()
  await signet.run(['company', 'add', '--key', 'acme', '--name', 'Acme Ltd'])
  await signet.run(['company', 'add', '--key', 'other', '--name', 'Other Ltd'])
})

const userAdd = (email: string, more: { role?: string; company?: string; further?: string; input?: string } = {}) =>
  signet.run(
    [
      ...`user add --email ${email} --role ${more.role ?? 'client'} --company ${more.company ?? 'acme'}`.split(' '),
      '--name',
      'A Person',
      ...(more.further === undefined ? [] : ['--admin-companies', more.further]),
    ],
    { input: more.input ?? `${password}\n` },
  )

async function countUsers(): Promise<number> {
  const [row] = await signet.sql<{ count: number }>('select count(*)::int as count from users')
  return row?.count ?? 0
}

const state = () =>
  signet.sql(`select (select count(*)::int from companies) as companies, (select count(*)::int from brands) as brands,
    (select count(*)::int from threats) as threats`)

describe('company add', () => {
  test('adds a company that watches the named sources', async () => {
    const args = ['company', 'add', '--key', 'two-sources', '--name', ' Two Sources ', '--sources', 'Domain, url']
    const ended = await signet.run(args)
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(jsonLines(ended)).toEqual([{ company: 'two-sources', name: 'Two Sources' }])
    expect(await signet.sql("select name, threat_sources, is_demo from companies where key = 'two-sources'")).toEqual([
      { name: 'Two Sources', threat_sources: ['Domain', 'URL'], is_demo: false },
    ])
  })

  test('refuses a name of several lines', async () => {
    const ended = await signet.run(['company', 'add', '--key', 'lines', '--name', 'a\nBcc: b'])
    expect(ended.code).toBe(2)
    expect(onlyLine(ended)).toBe(sentenceOf('OPTION_NOT_ONE_LINE', { option: '--name' }))
  })

  test('refuses a key that is taken, and leaves that company as it is', async () => {
    const ended = await signet.run(['company', 'add', '--key', 'acme', '--name', 'Impostor'])
    expect(ended.code).toBe(1)
    expect(onlyLine(ended)).toBe(sentenceOf('COMPANY_EXISTS', { key: 'acme' }))
    expect(await signet.sql("select name from companies where key = 'acme'")).toEqual([{ name: 'Acme Ltd' }])
  })
})

describe('user add', () => {
  test('with --invite prints a link by which the first superAdmin chooses a password, and reads none', async () => {
    const args = 'user add --email first@acme.example --role superAdmin --company acme --invite --name First'.split(' ')
    const ended = await signet.run(args)
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    const [line] = jsonLines(ended) as { email: string; link: string }[]
    expect(line).toMatchObject({ email: 'first@acme.example', role: 'superAdmin', company: 'acme' })
    const token = new URL(line?.link as string).searchParams.get('token') as string
    const hash = createHash('sha256').update(token).digest('hex')
    expect(
      await signet.sql(`select u.email, t.kind, t.expires_at > now() + interval '6 days' as lasts from user_tokens t
        join users u on u.id = t.user_id where t.token_hash = '\\x${hash}'`),
    ).toEqual([{ email: 'first@acme.example', kind: 'invite', lasts: true }])
  })

  test('adds a user who signs in at the server with the password from standard input', async () => {
    const ended = await userAdd('Person@acme.example', { role: 'admin', further: 'acme, other' })
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(jsonLines(ended)).toEqual([{ email: 'Person@acme.example', role: 'admin', company: 'acme' }])
    expect(JSON.stringify(await signet.sql('select * from users'))).not.toContain(password)

    // With only a password, because an admin would otherwise have to set up a second factor.
    const server = signet.start(['serve'], { env: { SIGNET_STAFF_FACTOR: 'off' } })
    const [, origin = ''] = await server.waitForOutput(/Signet is at (http:\/\/\S+)/)
    expect(await signIn(origin, 'person@acme.example', 'not the password')).toBeNull()
    expect(await signIn(origin, 'person@acme.example', password)).toMatchObject({
      email: 'person@acme.example',
      role: 'admin',
      company: 'acme',
      adminCompanies: ['acme', 'other'],
    })
    expect((await server.end('SIGTERM')).code).toBe(0)
  })

  test.each([
    ['a password that is too short', { input: 'eleven char\n' }, 'PASSWORD_LENGTH', { min: 12, max: 128 }],
    ['no password', { input: '' }, 'PASSWORD_LENGTH', { min: 12, max: 128 }],
    ['a password that is too long', { input: 'x'.repeat(129) }, 'PASSWORD_LENGTH', { min: 12, max: 128 }],
    ['a client with further companies', { further: 'other' }, 'ROLE_OF_ONE_COMPANY', { role: 'client' }],
    [
      'a read-only client with further companies',
      { role: 'clientPeeker', further: 'other' },
      'ROLE_OF_ONE_COMPANY',
      { role: 'clientPeeker' },
    ],
    ['a company that does not exist', { company: 'nowhere' }, 'COMPANY_UNKNOWN', { key: 'nowhere' }],
    [
      'a further company that does not exist',
      { role: 'qa', further: 'acme,nowhere' },
      'COMPANY_UNKNOWN',
      { key: 'nowhere' },
    ],
  ] as const)('refuses %s in one line and adds nobody', async (_, more, reason, parameters) => {
    const before = await countUsers()
    const ended = await userAdd('refused@acme.example', more)
    expect(ended.code).toBe(programErrors[reason][0])
    expect(onlyLine(ended)).toBe(sentenceOf(reason, parameters))
    expect(await countUsers()).toBe(before)
  })

  test('refuses a mail address that is taken, in whatever case', async () => {
    expect((await userAdd('twice@acme.example')).code).toBe(0)
    const before = await signet.sql("select * from users where email = 'twice@acme.example'")
    const ended = await userAdd('TWICE@acme.example', { role: 'superAdmin', input: 'another long password' })
    expect(ended.code).toBe(1)
    expect(onlyLine(ended)).toBe(sentenceOf('USER_EXISTS', { email: 'TWICE@acme.example' }))
    expect(await signet.sql("select * from users where email = 'twice@acme.example'")).toEqual(before)
  })
})

describe('watch and scan', () => {
  const watch = ['watch', 'coinbase.com', '--name', 'Coinbase']
  test('makes company and brand and scans, and adds nothing the second time', async () => {
    const [first, scan] = jsonLines(await signet.run(watch))
    expect(first).toEqual({
      company: 'coinbase-com',
      brand: 'Coinbase',
      aliases: ['coinbase'],
      official: ['coinbase.com'],
    })
    expect(scan).toMatchObject({ feed: 'bundled', threatsSeenAgain: 0 })
    expect(scan?.['threatsAdded']).toBeGreaterThan(100)
    const before = await state()

    const [again, rescan] = jsonLines(await signet.run(watch))
    expect(again).toEqual(first)
    expect(rescan).toMatchObject({ threatsAdded: 0, threatsSeenAgain: scan?.['threatsAdded'] })
    expect(await state()).toEqual(before)
  })

  test('scans again without adding a threat or touching a decision', async () => {
    await signet.run(watch)
    await signet.sql(`update threats set status = 'whitelist', stage = 'published', severity = 1, category = 'mine',
      version = 7 where id = (select id from threats order by fingerprint limit 1)`)
    const decided = () => signet.sql("select * from threats where category = 'mine'")
    const [before] = await decided()
    const total = await state()

    const ended = await signet.run(['scan', '--feed', 'bundled', '--company', 'coinbase-com'])
    expect(ended.code).toBe(0)
    expect(jsonLines(ended)).toMatchObject([{ threatsAdded: 0 }])
    const [after] = await decided()
    expect(after).toEqual({ ...before, last_seen: after?.['last_seen'], sightings: Number(before?.['sightings']) + 1 })
    expect(await state()).toEqual(total)
  })

  test('cuts the key of a company short when its domain is too long for one', async () => {
    const domain = `${'long-name-'.repeat(6)}x.co.uk`
    const ended = await signet.run(['watch', domain, '--feed', '-'], { input: '' })
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(jsonLines(ended)[0]).toMatchObject({ company: `${'long-name-'.repeat(6)}x-c`, official: [domain] })
  })

  test('refuses a scan for a company that does not exist', async () => {
    const ended = await signet.run(['scan', '--feed', 'bundled', '--company', 'nowhere'])
    expect(ended.code).toBe(1)
    expect(onlyLine(ended)).toBe('There is no company nowhere. Check the key, then try again.')
  })
})

describe('migrate', () => {
  test('makes the schema, and changes nothing when it runs again', async () => {
    const empty = await newInstallation()
    const ended = await empty.run(['migrate'])
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(jsonLines<{ migrated: string[] }>(ended)[0]?.migrated).toContain('0001-roles.sql')
    expect(jsonLines(await empty.run(['migrate']))).toEqual([{ migrated: [] }])
  })

  test('refuses a database of a newer version, and says so', async () => {
    const newer = await newReadyInstallation()
    await newer.sql("insert into migrations (name, hash) values ('9999-later.sql', '')")
    const ended = await newer.run(['scan', '--feed', 'bundled'])
    expect(ended.code).toBe(1)
    expect(onlyLine(ended)).toBe(
      "The database was created by a newer version of Signet: it has the migration 9999-later.sql, which doesn't work with this one. Update Signet, then try again.",
    )
  })
})

/** Signs in like the portal; null if refused. */
async function signIn(origin: string, email: string, word: string): Promise<unknown> {
  const answer = await fetchWhenFree(`${origin}/api/auth/csrf`)
  const { csrfToken } = (await answer.json()) as { csrfToken: string }
  const signed = await fetchWhenFree(`${origin}/api/auth/callback/credentials`, {
    method: 'POST',
    headers: { cookie: cookiesOf(answer) },
    body: new URLSearchParams({ csrfToken, email, password: word, json: 'true' }),
  })
  if (signed.status === 401) return null
  expect(signed.status).toBe(200)
  const session = await fetchWhenFree(`${origin}/api/auth/session`, { headers: { cookie: cookiesOf(signed) } })
  return ((await session.json()) as { user?: unknown }).user
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
