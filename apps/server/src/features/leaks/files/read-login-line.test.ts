import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readLoginLine } from './read-login-line.ts'
import { looksLikeBlocks, StealerBlocks } from './read-stealer-blocks.ts'

interface Case {
  raw: string
  kind: 'ulp' | 'combo' | 'android' | 'userpass' | 'incomplete' | 'noise'
  url: string | null
  username: string
  password: string
}
const cases = JSON.parse(
  readFileSync(new URL('../../../../test/data/login-lines.json', import.meta.url), 'utf8'),
) as Case[]

describe('a line of a list', () => {
  test.each(cases)('$raw', ({ raw, kind, url, username, password }) => {
    if (kind === 'noise' || kind === 'incomplete') expect(readLoginLine(raw)).toBeNull()
    else expect(readLoginLine(raw)).toEqual({ kind, username, password, ...(url === null ? {} : { url }) })
  })

  const acme = 'https://acme.example/login'
  test.each<[string, string, string, string?]>([
    [`${acme} | jane | p w`, 'jane', 'p w', acme],
    [`${acme} | jane | pw | Country=DE`, 'jane', 'pw', acme],
    [`${acme} : jane doe : p:w`, 'jane doe', 'p:w', acme],
    ['acme.example ; jane@a.example ; pw', 'jane@a.example', 'pw', 'acme.example'],
    ['jane@acme.example : p : w', 'jane@acme.example', 'p : w'],
    ['jane@acme.example | pw', 'jane@acme.example', 'pw'],
    [`jane@acme.example | pw | ${acme}`, 'jane@acme.example', 'pw', acme],
    ['jane@acme.example pass : word', 'jane@acme.example', 'pass : word'],
  ])('may have blanks around its delimiter: %s', (raw, username, password, url) => {
    expect(readLoginLine(raw)).toMatchObject({ username, password, ...(url === undefined ? {} : { url }) })
  })

  test.each([
    [`jane:p:w:${acme}`, 'jane', 'p:w', acme],
    ['http://intranet:8080/x:jane@acme.example:p:w', 'jane@acme.example', 'p:w', 'http://intranet:8080/x'],
    ['https://vpn/:jane@acme.example:pw', 'jane@acme.example', 'pw', 'https://vpn/'],
  ])('may begin with a user name, or have a host without a dot: %s', (raw, username, password, url) => {
    expect(readLoginLine(raw)).toEqual({ kind: 'ulp', username, password, url })
  })

  test('of 64 KiB without an end is read in a moment', () => {
    for (const piece of [
      'a.',
      'a@',
      ':',
      '://a.bc/',
      'a:b/',
      '|',
      '.:',
      'http://',
      '🔑',
      ' ',
      ' |',
      ' : ',
      'a:http://',
    ])
      for (const start of ['', 'a@b.example | ', 'https://a.example | ', 'https://a:'])
        expect(() => readLoginLine(`${start}x${piece.repeat(65_536 / piece.length)}x`)).not.toThrow()
  })
})

const blocksOf = (text: string) => {
  const blocks = new StealerBlocks()
  const read = text.split(/\r?\n/).flatMap((line) => blocks.line(line) ?? [])
  return [...read, ...[blocks.end()].flatMap((last) => last ?? [])]
}

describe('blocks of a stealer', () => {
  test('are read in every layout: separators, blank lines, disguised keys, passwords of several lines', () => {
    const text = [
      '*** invented banner ***',
      'URL: https://a.example.org/login',
      'Username: jo',
      'Password: URL: https://x',
      'Application: Browser',
      '===============',
      'SOFT:\t\tBrowser [Default]',
      'UR1:\t\thttps://b.example.org',
      'U53RN4M3:\t\tann ',
      'P455W0RD:\t\ttwo ',
      'lines',
      '',
      'Seller: somebody',
      'Host: c.example.org',
      'Login: bob',
      'Password: first',
      'Host: d.example.org',
      'Login: eve',
      'Password:',
      '',
      'URL:',
      'Username:',
      'Password:',
    ].join('\r\n')
    expect(looksLikeBlocks(text)).toBe(true)
    expect(blocksOf(text)).toEqual([
      { url: 'https://a.example.org/login', username: 'jo', password: 'URL: https://x' },
      { url: 'https://b.example.org', username: 'ann', password: 'two \nlines' },
      { url: 'c.example.org', username: 'bob', password: 'first' },
      { url: 'd.example.org', username: 'eve', password: '' },
    ])
  })

  test('are not recognised within a list', () => {
    expect(looksLikeBlocks('https://a.example.org/login:jo:secret\n')).toBe(false)
    expect(blocksOf('https://a.example.org/login:jo:secret')).toMatchObject([{ username: 'jo', password: 'secret' }])
  })
})
