import { describe, expect, test } from 'vitest'
import { markUp } from './mark-up.ts'

const brand = { aliases: ['meridian', 'meridianbank'], official: ['meridian.example', 'meridianbank.com'] }

/** The marks as text: the marked characters, the kind of mark and what they imitate. */
function read(host: string, of = brand): string[] {
  const marked = markUp(host, of)
  return (marked?.marks ?? []).map(({ start, end, kind, imitates }) => {
    const seen = marked?.name.slice(start, end) ?? ''
    return `${kind} ${seen}${imitates === undefined ? '' : `→${imitates}`}`
  })
}

describe('what the parts of a name are', () => {
  test.each<[string, string[]]>([
    ['rneridian.com', ['lookAlike rn→m', 'brand eridian']],
    ['merid1an.com', ['brand merid', 'lookAlike 1→i', 'brand an']],
    ['meridan.com', ['brand merid', 'missing →i', 'brand an']],
    ['eridian.com', ['missing →m', 'brand eridian']],
    ['merridian.com', ['brand mer', 'inserted r', 'brand idian']],
    ['merdiian.com', ['brand mer', 'swapped di→id', 'brand ian']],
    ['meridien.com', ['brand meridi', 'replaced e→a', 'brand n']],
    ['meridiampay.com', ['brand meridia', 'lookAlike m→n', 'riskWord pay']],
    ['meridiagpay.com', ['brand meridia', 'replaced g→n', 'riskWord pay']],
    ['meri-dian.com', ['brand meri', 'hyphen -', 'brand dian']],
    ['login-meridian.com', ['riskWord login', 'brand meridian']],
    ['meridiansecurelogin.com', ['brand meridian', 'riskWord secure', 'riskWord login']],
    ['meridian.shop', ['brand meridian', 'suffix shop→example']],
    ['meridianbank.co.uk', ['brand meridianbank', 'suffix co.uk→com']],
    ['meridianbank.github.io', ['brand meridianbank', 'hosting github.io']],
    ['meridianbank.com.evil.tk', ['official meridianbank.com']],
    ['secure.meridian.evil.tk', ['riskWord secure', 'brand meridian']],
    ['rneridlanbank-help.net', ['lookAlike rn→m', 'brand erid', 'lookAlike l→i', 'brand anbank', 'riskWord help']],
  ])('%s', (host, marks) => {
    expect(read(host)).toEqual(marks)
  })

  test('a Cyrillic letter is named by the Latin one it passes for, at its place in the name people see', () => {
    const marked = markUp('xn--meridin-7fg.com', brand)
    expect(marked?.name).toBe('meridiаn.com')
    expect(marked?.marks).toEqual([
      { start: 0, end: 6, kind: 'brand' },
      { start: 6, end: 7, kind: 'lookAlike', imitates: 'a' },
      { start: 7, end: 8, kind: 'brand' },
    ])
  })

  test('accents and combining marks belong to their letter', () => {
    expect(read('mérídian.com')).toEqual(['brand m', 'lookAlike é→e', 'brand r', 'lookAlike í→i', 'brand dian'])
  })

  test('the host of an address is found, whatever surrounds it', () => {
    expect(markUp('https://login.rneridian.com:8443/x?meridian', brand)).toMatchObject({
      name: 'login.rneridian.com',
      alias: 'meridian',
    })
  })

  test('the longer of two names explains more, also with a slip in it', () => {
    expect(markUp('meridianbnak.com', brand)?.alias).toBe('meridianbank')
    expect(markUp('meridian-news.com', brand)?.alias).toBe('meridian')
  })

  test('a name of the same letters elsewhere is not taken for it', () => {
    expect(markUp('merriment.com', brand)).toBeNull()
    expect(markUp('example.org', brand)).toBeNull()
  })

  test.each(['', '192.0.2.1', '[2001:db8::1]', 'not a host', 'http://', '.'.repeat(300), 'a'.repeat(10_000)])(
    'nothing is marked in %j',
    (text) => expect(markUp(text, brand)).toBeNull(),
  )

  test('a brand without aliases is matched by its official labels', () => {
    expect(markUp('rneridian.com', { aliases: [], official: ['meridian.example'] })?.alias).toBe('meridian')
  })

  test('marks are in order, do not overlap and stay within the name, whatever the input', () => {
    const parts = ['meridian', 'rneridian', 'login', '-', '.', 'mérid', 'bank', 'о', 'x', '0', 'xn--80ak6aa92e']
    let state = 7
    const next = (max: number) => (state = (state * 48_271) % 2_147_483_647) % max
    for (let round = 0; round < 500; round++) {
      const text = `${Array.from({ length: 1 + next(6) }, () => parts[next(parts.length)]).join('')}.com`
      const marked = markUp(text, brand)
      let at = 0
      for (const { start, end } of marked?.marks ?? []) {
        expect(start, text).toBeGreaterThanOrEqual(at)
        expect(end, text).toBeGreaterThanOrEqual(start)
        at = end
      }
      expect(at).toBeLessThanOrEqual(marked?.name.length ?? 0)
    }
  })
})
