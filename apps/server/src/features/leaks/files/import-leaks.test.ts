import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { newCompany, newUser, send, useWorld, type TestCompany } from '../../../../test/harness.ts'
import { newPerson } from '../../../../test/leak-makers.ts'
import { newFolder } from '../../../../test/new-folder.ts'
import { showLeakNames } from '@signet/contract/leaks/disclosures'
import { getLeaks, getLeakSummary, type Leak } from '@signet/contract/leaks/leaks'
import { minuteMs } from '@signet/contract/time'
import type { Page } from '@signet/contract/wire'
import { importLeaks, type LeakImport } from './import-leaks.ts'
import { lineMaxBytes } from './leak-file.ts'

const world = useWorld()
let folder: string
let count = 0

beforeAll(async () => {
  folder = await newFolder()
})

async function write(content: string | Buffer): Promise<string> {
  count += 1
  const file = path.join(folder, `file-${count}.txt`)
  await fs.writeFile(file, content)
  return file
}

async function companyOf(domain: string) {
  const company = await newCompany({ modules: { leaks: true } })
  await world().database.pool.query('update brands set official = $2 where company_id = $1', [company.id, [domain]])
  return company
}

const run = (company: TestCompany, file: string, more: Partial<LeakImport> = {}, signal?: AbortSignal) =>
  importLeaks(
    { ...world(), ...(signal ? { signal } : {}) },
    {
      companyId: company.id,
      leakType: 'comboLists',
      file,
      entity: 'a package',
      source: 'a database',
      leakedAt: new Date('2026-01-02T00:00:00Z'),
      ...more,
    },
  )

async function leaksOf(company: TestCompany): Promise<Leak[]> {
  const user = await newUser('client', company)
  await send(user, showLeakNames, { body: { reason: 'Comparing them with the file' } })
  const { body } = await send(user, getLeaks, { query: { limit: 200, sortField: 'username', sortDirection: 'asc' } })
  return (body as unknown as Page<Leak>).items
}
const loginsOf = async (company: TestCompany) => (await leaksOf(company)).map(({ url, username }) => [url, username])

/** The plain passwords, as a reveal would show them. */
async function passwordsOf(company: TestCompany): Promise<string[]> {
  return world().database.inCompanies([company.id], async (tx) => {
    const rows = await tx
      .selectFrom('leaks')
      .select(['id', 'secret'])
      .where('company_id', '=', company.id)
      .where('secret', 'is not', null)
      .orderBy('login')
      .execute()
    const closed = rows.map(({ id, secret }) => ({ recordId: id, field: 'password', stored: secret as Buffer }))
    return (await world().secrets.openAll(tx, company.id, closed)) as string[]
  })
}

const line = (name: string) => `https://acme.example/:${name}:p`

describe('a file of leaks', () => {
  test('gives only what concerns the company: its names, its mail domain, its watched people', async () => {
    const company = await companyOf('acme.example')
    await newPerson(world(), company, { name: 'Ada', emails: ['ada@private.example'], handles: ['ada_boss'] })
    const file = await write(
      [
        'https://login.acme.example/x:customer1:pass:word',
        'https://shop.example.net/:worker2@mail.acme.example:secret2',
        'shop.example.net:ada@private.example:secret3',
        'games.example.net/:ADA_BOSS:secret4',
        'https://notacme.example/:decoy5:x',
        'https://acme.example.phish.test/:decoy6:x',
        'https://a.example/redirect/acme.example/:decoy7:x',
        'https://a.example/:decoy8:acme.example',
        'advertising acme.example',
        'customer9@acme.example:[NOT_SAVED]',
      ].join('\n'),
    )
    expect(await run(company, file)).toMatchObject({ format: 'list', lines: 10, kept: 5, added: 5, isResumed: false })
    expect(await loginsOf(company)).toEqual([
      ['shop.example.net', 'ada@private.example'],
      ['games.example.net/', 'ADA_BOSS'],
      ['https://login.acme.example/x', 'customer1'],
      [undefined, 'customer9@acme.example'],
      ['https://shop.example.net/', 'worker2@mail.acme.example'],
    ])
    expect(await passwordsOf(company)).toEqual(['secret3', 'secret4', 'pass:word', 'secret2'])
    expect((await leaksOf(company)).map(({ isEmployee }) => isEmployee)).toEqual([false, false, false, true, true])
  })

  test('says that its kind was looked for, also when nothing of it concerns the company', async () => {
    const company = await companyOf('quiet.example')
    const user = await newUser('client', company)
    const checked = async (kind: string) =>
      (await send(user, getLeakSummary)).body.find(({ leakType }) => leakType === kind)
    expect(await checked('comboLists')).toMatchObject({ total: 0, lastCheckedAt: null })
    const before = Date.now()
    expect(await run(company, await write('https://other.example/:decoy:x'))).toMatchObject({ kept: 0 })
    const { lastCheckedAt } = (await checked('comboLists')) ?? {}
    expect(Date.parse(lastCheckedAt ?? '')).toBeGreaterThanOrEqual(before - minuteMs)
    expect(await checked('stealerLogs')).toMatchObject({ total: 0, lastCheckedAt: null })
  })

  test('may be a password file of a stealer or CSV, found out by its beginning', async () => {
    const company = await companyOf('acme.example')
    const blocks = await write(
      'URL: https://vpn.acme.example\r\nUsername: one\r\nPassword: a;b\r\n\r\nURL: https://x.example\r\nUsername: z\r\nPassword: y\r\n',
    )
    expect(await run(company, blocks, { leakType: 'stealerLogs', stealer: 'Magpie' })).toMatchObject({
      format: 'blocks',
      kept: 1,
      added: 1,
    })
    const csv = await write(
      '\u{FEFF}"Email";"Password";"URL"\n"two@acme.example";"semi;colon ""q""";""\nx@y.example;p;q\n',
    )
    expect(await run(company, csv)).toMatchObject({ format: 'csv', kept: 1, added: 1 })
    const [first, second] = await leaksOf(company)
    expect(first).toMatchObject({
      username: 'one',
      stealer: 'Magpie',
      leakType: 'stealerLogs',
      urlType: 'remoteAccess',
    })
    expect(second).toMatchObject({ username: 'two@acme.example', leakType: 'comboLists' })
    expect(await passwordsOf(company)).toEqual(['a;b', 'semi;colon "q"'])
  })

  test('gives sign-ins to the apps of the company', async () => {
    const company = await companyOf('acme.example')
    await world().database.pool.query(
      `insert into company_assets (company_id, domains, people, apps) values ($1, '{}', '[]', $2)`,
      [company.id, JSON.stringify([{ name: 'Acme', packageName: 'example.acme.Wallet', signerSha256: [] }])],
    )
    const app = 'android://aGFzaA==@example.acme.wallet/'
    const file = await write(
      [`${app}:jane:pw`, 'android://x@example.acme.wallets/:decoy:x', 'https://example.acme.wallet.net/:no:x'].join(
        '\n',
      ),
    )
    expect(await run(company, file)).toMatchObject({ lines: 3, kept: 1, added: 1 })
    expect(await leaksOf(company)).toMatchObject([{ url: app, username: 'jane', urlType: 'app', isEmployee: false }])
  })

  test('is read again when the company protects more than before', async () => {
    const company = await companyOf('acme.example')
    const file = await write('https://acme.example/:jane:p1\nhttps://emca.example/:jane:p2\n')
    expect(await run(company, file)).toMatchObject({ kept: 1, added: 1 })
    await world().database.pool.query(
      `update brands set official = '{acme.example,emca.example}' where company_id = $1`,
      [company.id],
    )
    expect(await run(company, file)).toMatchObject({ kept: 2, added: 1, isResumed: false })
    expect(await loginsOf(company)).toHaveLength(2)
    expect(await run(company, file)).toMatchObject({ kept: 2, added: 1, isResumed: true })
  })

  test('may end its lines with CR alone', async () => {
    const company = await companyOf('acme.example')
    const blocks =
      'URL: https://acme.example\rUsername: one\rPassword: a\r\rURL: https://acme.example\rUsername: two\rPassword: b\r'
    expect(await run(company, await write(blocks))).toMatchObject({ format: 'blocks', lines: 7, kept: 2, added: 2 })
    const list = Array.from(
      { length: 20_000 },
      (_, at) => `https://${at === 19_999 ? 'acme' : 'other'}.example/:u${at}:p`,
    )
    expect(await run(company, await write(list.join('\r')))).toMatchObject({
      format: 'list',
      lines: 20_000,
      tooLong: 0,
      kept: 1,
    })
  })

  test('as CSV may name people by a user name and by an email address, and hold text of several lines', async () => {
    const company = await companyOf('acme.example')
    await newPerson(world(), company, { name: 'Ada', emails: ['ada@private.example'], handles: ['ada_boss'] })
    const dump = await write(
      [
        'id,username,email,password_hash,note',
        '1,jdoe,one@acme.example,5f4dcc3b5aa765d61d8327deb882cf99,',
        '2,ada_boss,other@y.example,pw2,"a note',
        'of ""two"" lines"',
        '',
        '3,stranger,x@y.example,pw3,',
        '4,,four@acme.example,"pw4,',
        '5,,five@acme.example,pw5,',
      ].join('\r\n'),
    )
    expect(await run(company, dump)).toMatchObject({ format: 'csv', lines: 8, kept: 4, added: 4 })
    expect((await leaksOf(company)).map(({ username }) => username)).toEqual([
      'ada_boss',
      'five@acme.example',
      'four@acme.example',
      'one@acme.example',
    ])
    expect(await passwordsOf(company)).toEqual(['pw2', 'pw5', '"pw4', '5f4dcc3b5aa765d61d8327deb882cf99'])
    const exported = await write(
      'name,url,username,password,note\nAcme,https://acme.example/,six,p6,"first\n\nhttps://acme.example/,no,no"\nB,https://b.example/,b,b,\n',
    )
    expect(await run(company, exported)).toMatchObject({ format: 'csv', kept: 1, added: 1 })
    expect(await loginsOf(company)).toContainEqual(['https://acme.example/', 'six'])
    const piped = await write('login|site|pass\nseven|https://acme.example/|a;b')
    expect(await run(company, piped)).toMatchObject({ format: 'csv', kept: 1, added: 1 })
  })

  test('adds nothing when it comes again, also under another name or with other lines in between', async () => {
    const company = await companyOf('acme.example')
    const lines = Array.from({ length: 30 }, (_, index) => `https://acme.example/:user${index}:p${index}`)
    const file = await write(lines.join('\n'))
    expect(await run(company, file)).toMatchObject({ added: 30, isResumed: false })
    expect(await run(company, file)).toMatchObject({ kept: 30, added: 30, isResumed: true })
    const renamed = await write(lines.join('\n'))
    expect(await run(company, renamed)).toMatchObject({ isResumed: true })
    const other = await write(['https://acme.example/:new:p', ...lines.toReversed()].join('\r\n'))
    expect(await run(company, other)).toMatchObject({ kept: 31, added: 1, isResumed: false })
    expect(await loginsOf(company)).toHaveLength(31)
  })

  test('may hold lines of any length and bytes of any kind', async () => {
    const company = await companyOf('acme.example')
    const file = await write(
      Buffer.concat([
        Buffer.from(`${line('first')}\n${'x'.repeat(lineMaxBytes * 3)}acme.example:long:p\n${line('second')}\n`),
        Buffer.concat([Buffer.from('https://acme.example/:caf'), Buffer.from([0xe9]), Buffer.from(':p\0w\n')]),
        Buffer.from([0xff, 0xfe, 0x80, 0x0a]),
        Buffer.from(`${'y'.repeat(9 * 1024 * 1024)}\n${line('third')}`),
      ]),
    )
    expect(await run(company, file)).toMatchObject({ lines: 7, kept: 4, added: 4 })
    expect((await loginsOf(company)).map(([, name]) => name)).toEqual(['café', 'first', 'second', 'third'])
    expect(await passwordsOf(company)).toEqual(['p\0w', 'p', 'p', 'p'])
  })

  test.each(['little', 'big'])('may be in UTF-16 (%s endian), with lines of any length', async (endian) => {
    const company = await companyOf('acme.example')
    // U+0A00 next to U+000A: bytes of two adjacent characters that look like a line end aren't one.
    const text = `\u{FEFF}${line('erste')}\r\n\u0A00\u000A${'x'.repeat(9 * 1024 * 1024)}\n${line('zweite-\u0A0A\u00E9')}\n${line('dritte')}`
    const bytes = Buffer.from(text, 'utf16le')
    const file = await write(endian === 'big' ? bytes.swap16() : bytes)
    expect(await run(company, file)).toMatchObject({ lines: 5, kept: 3, added: 3, tooLong: 1 })
    expect((await loginsOf(company)).map(([, name]) => name)).toEqual(['dritte', 'erste', 'zweite-\u0A0A\u00E9'])
    expect(await run(company, file)).toMatchObject({ added: 3, isResumed: true })
  })

  test('is refused with one line if it cannot be read, or if the company watches nothing', async () => {
    const company = await companyOf('acme.example')
    await expect(run(company, path.join(folder, 'missing'))).rejects.toMatchObject({ reason: 'FILE_NOT_READABLE' })
    await expect(run(company, folder)).rejects.toMatchObject({ reason: 'NOT_A_FILE' })
    await expect(run(company, await write('a:b\n'), { format: 'csv' })).rejects.toMatchObject({
      reason: 'LEAK_COLUMNS_MISSING',
    })
    const bare = await companyOf('gone.example')
    await world().database.pool.query('delete from brands where company_id = $1', [bare.id])
    await expect(run(bare, await write('a:b'))).rejects.toMatchObject({ reason: 'NOTHING_WATCHED' })
  })
})

/** Many credentials of the company among lines of others. */
function manyLines(rows: number): string {
  let text = ''
  for (let row = 0; row < rows; row += 1) {
    text += `https://acme.example/${row % 7}:user${row}@mail.example:${createHash('md5').update(String(row)).digest('hex')}\n`
    text += `https://other-${row}.example/:somebody:${'x'.repeat(600)}\n`
  }
  return text
}

test('a stopped import resumes without duplicates or losses', async () => {
  const company = await companyOf('acme.example')
  const rows = 14_000
  const file = await write(manyLines(rows))
  const stop = new AbortController()
  const stopped = importLeaks(
    { ...world(), signal: stop.signal, onProgress: () => stop.abort(new Error('stopped')) },
    { companyId: company.id, leakType: 'comboLists', file, entity: 'p', source: 's', leakedAt: new Date() },
  )
  await expect(stopped).rejects.toThrow('stopped')
  const countOf = async () => {
    const { rows: found } = await world().database.pool.query<{ n: number; c: number }>(
      `select count(*)::int as n, (select sum(leaks)::int from leak_counts where company_id = $1 and dimension = 'day') as c
       from leaks where company_id = $1`,
      [company.id],
    )
    return found[0]
  }
  const before = (await countOf())?.n as number
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(rows)
  const ended = await run(company, file, { entity: 'p', source: 's' })
  expect(ended).toMatchObject({ lines: 2 * rows, kept: rows, added: rows, isResumed: true })
  expect(await countOf()).toEqual({ n: rows, c: rows })
})

test('an import whose process is killed is finished by the next', async () => {
  const company = await companyOf('acme.example')
  const rows = 14_000
  const file = await write(manyLines(rows))
  const { connection } = world()
  const program = `
    import { importLeaks } from ${JSON.stringify(path.resolve(import.meta.dirname, 'import-leaks.ts'))}
    import { openDatabase } from ${JSON.stringify(path.resolve(import.meta.dirname, '../../../db/database.ts'))}
    import { openSecrets } from ${JSON.stringify(path.resolve(import.meta.dirname, '../../../secrets/secrets.ts'))}
    import { environmentKeys } from ${JSON.stringify(path.resolve(import.meta.dirname, '../../../secrets/key-provider.ts'))}
    const database = openDatabase(${JSON.stringify(connection)}, 2)
    const secrets = openSecrets(environmentKeys([Buffer.alloc(32, 7)]))
    await importLeaks({ database, secrets, onProgress: () => console.log('batch') }, { companyId: ${company.id},
      leakType: 'comboLists', file: ${JSON.stringify(file)}, entity: 'p', source: 's', leakedAt: new Date(0) })
    await database.close()`
  const start = () =>
    spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const killed = start()
  await once(killed.stdout, 'data')
  killed.kill('SIGKILL')
  await once(killed, 'close')
  const again = start()
  again.stdout.resume()
  const [code] = (await once(again, 'close')) as [number]
  expect(code).toBe(0)
  const { rows: found } = await world().database.pool.query(
    `select (select count(*)::int from leaks where company_id = $1) as leaks,
       (select sum(leaks)::int from leak_counts where company_id = $1 and dimension = 'host') as counted,
       (select rows_added::int from leak_imports where company_id = $1) as added`,
    [company.id],
  )
  expect(found).toEqual([{ leaks: rows, counted: rows, added: rows }])
})
