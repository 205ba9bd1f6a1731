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

  test('of 64 KiB without an end is read in a moment', () => {
    for (const piece of ['a.', 'a@', ':', '://a.bc/', 'a:b/', '|', '.:', 'http://', '🔑'])
      expect(() => readLoginLine(piece.repeat(65_536 / piece.length))).not.toThrow()
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
