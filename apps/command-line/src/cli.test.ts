import { once } from 'node:events'
import { stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { threatSources } from '@signet/contract/threats/sources'
import { beforeAll, describe, expect, test } from 'vitest'
import { sentenceOf } from '@signet/server/errors/sentences'
import { newFolder } from '@signet/server/test/new-folder'
import { jsonLines, newInstallation, onlyLine, runHere, runSignet, startSignet } from '../test/signet-process.ts'

const coinbase = { id: 'coinbase', name: 'Coinbase', aliases: ['coinbase'], official: ['coinbase.com'] }
const names = [
  'coinbase.com',
  'www.coinbase.com',
  'coinbase.com.secure-login.xyz',
  'login-coinbase.com',
  'co1nbase.com',
  'сoinbase.com',
  'example.org',
]
const commands = ['serve', 'worker', 'migrate', 'demo', 'watch', 'scan', 'match', 'permute', 'user', 'user add']
commands.push('company', 'company add')

let folder: string
let brands: string

beforeAll(async () => {
  folder = await newFolder()
  brands = await fileOf('brands.json', JSON.stringify([coinbase]))
})

async function fileOf(name: string, text: string): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, text)
  return file
}

const match = (...args: string[]) => ['match', '--brands', ...args]

describe('match', () => {
  test('prints a JSON line for each look-alike, and none for the brand itself', async () => {
    const ended = await runSignet(match('brands.json'), { input: `${names.join('\n')}\n`, cwd: folder })
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    const hits = jsonLines<{ domain: string; brand: string; score: number; class: string }>(ended)
    for (const hit of hits) expect(Object.keys(hit)).toEqual(['domain', 'brand', 'score', 'class', 'reasons'])
    expect(hits.map((hit) => [hit.domain, hit.brand, hit.class])).toEqual([
      ['coinbase.com.secure-login.xyz', 'coinbase', 'subdomain'],
      ['login-coinbase.com', 'coinbase', 'combosquat'],
      ['co1nbase.com', 'coinbase', 'leet'],
      ['сoinbase.com', 'coinbase', 'homoglyph-idn'],
    ])
    for (const { score } of hits) expect(score).toBeGreaterThanOrEqual(0.5)
  })

  test('prints only what reaches the threshold', async () => {
    const input = 'login-coinbase.com\ncoinbase.com.secure-login.xyz\n'
    const { stdout } = await runHere(match(brands, '--threshold', '1'), { input })
    expect(jsonLines({ stdout }).map(({ domain }) => domain)).toEqual(['coinbase.com.secure-login.xyz'])
  })

  test('reports a broken line and continues', async () => {
    const ended = await runHere(match(brands), { input: 'login-coinbase.com\n???\nco1nbase.com\n' })
    expect(ended).toMatchObject({ code: 0, stderr: 'line 2: no host in it\n' })
    expect(jsonLines(ended)).toHaveLength(2)
  })

  test('prints the first hit before the input ends', async () => {
    const child = startSignet(match(brands))
    child.process.stdin?.write('example.org\nlogin-coinbase.com\n')
    const [first] = (await once(child.process.stdout!, 'data')) as [string]
    expect(first).toContain('"domain":"login-coinbase.com"')
    child.process.stdin?.end('co1nbase.com\n')
    const ended = await child.ended
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(jsonLines(ended).map(({ domain }) => domain)).toEqual(['login-coinbase.com', 'co1nbase.com'])
  })

  test('keeps the order of the input with several threads', async () => {
    const input = Array.from({ length: 30_000 }, (_, n) => `coinbase-${n}.com\nexample-${n}.org\n`).join('')
    const one = await runHere(match(brands), { input: `${input}???\n` })
    const three = await runSignet(match(brands, '--threads', '3'), { input: `${input}???\n` })
    expect(one).toMatchObject({ code: 0, stderr: 'line 60001: no host in it\n' })
    expect(three).toEqual(one)
    expect(jsonLines(three)).toHaveLength(30_000)
  })

  test('is not stopped by lines that are no names', async () => {
    const long = `${'x'.repeat(64 * 1024)}.com`
    const lines = [
      '',
      'LOGIN-COINBASE.COM.',
      '*.co1nbase.com',
      '192.0.2.1',
      '2001:db8::1',
      long,
      'xn--zz--9.com',
      'a\0b',
    ]
    const input = Buffer.concat([Buffer.from(lines.join('\r\n')), Buffer.from([0x0a, 0xff, 0xfe, 0x0a])])
    const ended = await runHere(match(brands), { input: `${input.toString('latin1')}coinbase-login.com` })
    expect(ended.code).toBe(0)
    expect(jsonLines(ended).map(({ domain }) => domain)).toEqual([
      'LOGIN-COINBASE.COM.',
      'co1nbase.com',
      'coinbase-login.com',
    ])
    expect(ended.stderr.split('\n')).toContain('line 6: longer than 8 KiB')
    expect(ended.stderr.split('\n')).toContain('line 8: NUL bytes')
  })

  test('prints nothing for empty input', async () => {
    expect(await runHere(match(brands))).toMatchObject({ code: 0, stdout: '', stderr: '' })
  })

  test('ends quietly when the reader has seen enough', async () => {
    const child = startSignet(match(brands))
    const block = Array.from({ length: 2000 }, (_, n) => `login-coinbase-${n}.com\n`).join('')
    // Like `yes … | signet match | head -1`: more input arrives for as long as the program reads.
    const feed = () => {
      while (child.process.stdin?.writable && child.process.stdin.write(block));
    }
    child.process.stdin?.on('drain', feed)
    feed()
    child.process.stdout?.once('data', () => child.process.stdout?.destroy())
    expect(await child.ended).toMatchObject({ code: 0, signal: null, stderr: '' })
  })

  test.each([
    ['no --brands', () => ['match'], /'--brands <file>' not specified/],
    [
      'a file that is not there',
      () => match('/nowhere'),
      sentenceOf('BRANDS_UNREADABLE', { file: '/nowhere', code: 'ENOENT' }),
    ],
    ['a folder', () => match(folder), /can't be read \(EISDIR\)/],
    ['an unknown option', () => match(brands, '--bogus'), /unknown option '--bogus'/],
    [
      'a threshold above 1',
      () => match(brands, '--threshold', '2'),
      sentenceOf('OPTION_NOT_A_NUMBER', { kind: 'number', min: 0, max: 1 }),
    ],
    ['no threads', () => match(brands, '--threads', '0'), /Enter a whole number from 1 to 64\./],
    ['an empty threshold', () => match(brands, '--threshold', ''), /Enter a number from 0 to 1\./],
    ['more arguments', () => match(brands, 'more'), /too many arguments/],
  ])('refuses %s in one line', async (_, args, words) => {
    const ended = await runHere(args())
    expect(ended.code).toBe(2)
    expect(onlyLine(ended)).toMatch(words)
  })

  test.each([
    ['that is not JSON', '[\n{"id":\nnonsense}\n]', 'BRANDS_NOT_JSON', /"id"/],
    ['with an object in the place of the list', '{"id": "coinbase"}', 'BRANDS_INVALID', /array/],
    [
      'with a brand without its name',
      '[{"id": "a", "aliases": [], "official": []}]',
      'BRANDS_INVALID',
      /0\.name.*string/,
    ],
    ['with a brand without a key', JSON.stringify([coinbase, { ...coinbase, id: '' }]), 'BRANDS_INVALID', /1\.id/],
    [
      'with an alias that is a number',
      JSON.stringify([{ ...coinbase, aliases: ['a', 7] }]),
      'BRANDS_INVALID',
      /0\.aliases\.1.*string/,
    ],
  ] as const)('refuses a file %s and names the place', async (_, text, reason, words) => {
    const file = await fileOf('wrong-brands.json', text)
    const ended = await runHere(match(file), { input: 'login-coinbase.com\n' })
    expect(ended.code).toBe(2)
    expect(onlyLine(ended)).toContain(sentenceOf(reason, { file, detail: '' }))
    expect(onlyLine(ended)).toMatch(words)
  })
})

describe('permute', () => {
  test('prints the most likely names first, up to the limit', async () => {
    const ended = await runHere(['permute', 'https://www.Coinbase.com/login', '--limit', '500'])
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    const lines = jsonLines<{ rank: number; domain: string; class: string; weight: number }>(ended)
    expect(lines).toHaveLength(500)
    for (const [at, line] of lines.entries()) {
      expect(Object.keys(line)).toEqual(['rank', 'domain', 'class', 'weight'])
      expect(line.rank).toBe(at + 1)
      expect(line.weight).toBeLessThanOrEqual(lines[Math.max(0, at - 1)]!.weight)
    }
    expect(lines.map(({ domain }) => domain)).toEqual(expect.arrayContaining(['co1nbase.com', 'coin-base.com']))
  })

  test('ends quietly when the reader has seen enough', async () => {
    const child = startSignet(['permute', 'coinbase.com'], { input: '' })
    child.process.stdout?.once('data', () => child.process.stdout?.destroy())
    expect(await child.ended).toMatchObject({ code: 0, signal: null, stderr: '' })
  })

  test.each([
    ['no domain', ['permute'], /missing required argument 'domain'/],
    ['a word that is no domain', ['permute', 'nonsense'], sentenceOf('DOMAIN_NOT_PERMUTABLE', { domain: 'nonsense' })],
    ['an address of a machine', ['permute', '192.0.2.1'], /192\.0\.2\.1 is not a domain/],
    ['a suffix', ['permute', 'co.uk'], /co\.uk is not a domain/],
    ['a limit of nothing', ['permute', 'coinbase.com', '--limit', '0'], /Enter a whole number from 1 to /],
  ])('refuses %s in one line', async (_, args, words) => {
    const ended = await runHere(args)
    expect(ended.code).toBe(2)
    expect(onlyLine(ended)).toMatch(words)
  })
})

const userAdd = ['user', 'add', '--name', 'A', '--role', 'client', '--company', 'acme']

const leaksImport = ['leaks', 'import', 'leak.csv', '--company', 'acme', '--type', 'comboLists']

describe('the command line', () => {
  test.each(commands)('explains %s when asked for help', async (command) => {
    const ended = await runHere([...command.split(' '), '--help'])
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout).toContain(`Usage: signet ${command}`)
  })

  test('lists every command, and says its version', async () => {
    const { code, stdout } = await runHere(['--help'])
    expect(code).toBe(0)
    for (const command of commands) expect(stdout).toContain(` ${command.split(' ')[0]} `)
    expect(await runHere(['--version'])).toMatchObject({ code: 0, stdout: '0.1.0\n' })
  })

  test('as a program ends with 2 for wrong usage, with 0 for help, and says as much as here', async () => {
    for (const args of [['bogus'], ['user'], ['permute', '--help'], ['permute', 'nonsense']]) {
      const ended = await runSignet(args)
      expect(ended.code, args.join(' ')).toBe(args.includes('--help') ? 0 : 2)
      expect(ended, args.join(' ')).toEqual(await runHere(args))
    }
  })

  test.each([
    ['an unknown command', ['bogus'], /unknown command 'bogus'/],
    ['an unknown command of a group', ['user', 'remove'], /unknown command 'remove'/],
    ['a scan without a feed', ['scan'], /'--feed <location>' not specified/],
    ['a role that does not exist', ['user', 'add', '--role', 'boss'], /Allowed choices are superAdmin, /],
    ['a key with capitals', ['company', 'add', '--key', 'Acme', '--name', 'Acme'], sentenceOf('COMPANY_KEY_INVALID')],
    [
      'a company without a name',
      ['company', 'add', '--key', 'acme', '--name', ' '],
      sentenceOf('OPTION_LENGTH', { option: '--name', max: 200 }),
    ],
    [
      'a source that does not exist',
      'company add --key a --name A --sources Domain,Fax'.split(' '),
      sentenceOf('SOURCE_UNKNOWN', { source: 'Fax', sources: threatSources.join(', ') }),
    ],
    ['a word that is no domain', ['watch', 'nonsense'], sentenceOf('DOMAIN_INVALID', { domain: 'nonsense' })],
    ['a day that is none', [...leaksImport, '--date', 'soon'], sentenceOf('DAY_INVALID')],
    ['no mail address', [...userAdd, '--email', 'nobody'], sentenceOf('EMAIL_INVALID')],
    ['an address that cannot be mailed', [...userAdd, '--email', 'admin@localhost'], sentenceOf('EMAIL_INVALID')],
    [
      'keys that are not confirmed',
      ['keys', 'erase', '--company', 'acme', '--confirm', 'other'],
      sentenceOf('KEY_NOT_CONFIRMED'),
    ],
    ['a pattern of domains', ['watch', 'umber.*'], sentenceOf('DOMAIN_INVALID', { domain: 'umber.*' })],
    ['an address that is no domain', ['watch', '192.0.2.1'], /192\.0\.2\.1 is not a domain/],
    ['a brand without a name', ['watch', 'coinbase.com', '--name', ''], /--name must have/],
  ])('refuses %s in one line and touches nothing', async (_, args, words) => {
    const dataDir = path.join(folder, 'untouched')
    const ended = await runHere(args, { env: { DATA_DIR: dataDir } })
    expect(ended.code).toBe(2)
    expect(onlyLine(ended)).toMatch(words)
    await expect(stat(dataDir)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test.each([[[]], [['user']], [['company']]])('shows what there is when %j alone is asked for', async (args) => {
    const { code, stdout, stderr } = await runHere(args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('Commands:')
  })
})

test('a command whose output nobody reads ends its work and closes what it opened', async () => {
  const signet = await newInstallation()
  const feed = path.join(await newFolder(), 'feed.txt')
  await writeFile(feed, Array.from({ length: 300 }, (_, at) => `login-umber-${at}.example\nbad line ${at}\n`).join(''))
  const child = signet.start(['watch', 'umber.example', '--feed', feed])
  child.process.stdout?.destroy()
  child.process.stderr?.destroy()
  expect(await child.ended).toMatchObject({ code: 0, signal: null })
  expect(await signet.postmasterPid()).toBeNull()
  expect(await signet.sql('select state, names_skipped::int from scans')).toEqual([
    { state: 'done', names_skipped: 300 },
  ])
})
