import type { RuleCondition, RuleTest } from '@signet/contract/collection/detection-rules'
import { describe, expect, test } from 'vitest'
import { type CompanyRule, compileRules, hitsOf, weighHits } from './company-rules.ts'
import { mayMeet, neededLetters } from './name-filter.ts'
import { factsOfName, factsOfObservation, factsOfThreat, type RuleFacts } from './rule-facts.ts'
import { problemOfTest } from './rule-test.ts'
import { findWildcard, fitsWildcard } from './wildcards.ts'

const nothing = { all: [], any: [], none: [] }
const ruleOf = (condition: Partial<RuleCondition>, more: Partial<CompanyRule> = {}): CompanyRule => ({
  id: 'r',
  name: 'Voucher nobody gave out',
  sources: ['Domain', 'URL', 'Instagram', 'Telegram'],
  condition: { ...nothing, ...condition },
  effect: 'raise',
  points: 20,
  ...more,
})
const valuesIn = (facts: RuleFacts, ...all: RuleTest[]) =>
  hitsOf(compileRules([ruleOf({ all })]), facts)[0]?.value ?? null
const post = (text: string) =>
  factsOfThreat({ source: 'Telegram', title: 'A channel', url: null, fields: { message_content: text } })

describe('a word', () => {
  test.each([
    ['gutschein', 'Ihr GUTSCHEIN wartet', true],
    ['gutschein', 'Ihr Gutscheincode wartet', false],
    ['gut schein', 'Ein gut   schein', true],
    ['pay', 'login-pay.example', true],
    ['pay', 'payroll', false],
    ['café', 'das Cafe am Markt', true],
    ['gutschein', 'Ihr Gutsсhein mit kyrillischem Buchstaben', true],
    ['優惠', '領取優惠券', true],
  ])('%s in %s: %s', (value, text, isFound) => {
    expect(valuesIn(post(text), { kind: 'word', value }) !== null).toBe(isFound)
  })

  test('is found in a host as people read it', () => {
    expect(valuesIn(factsOfName('Domain', 'xn--mnchen-3ya-pay.example'), { kind: 'word', value: 'pay' })).not.toBeNull()
    expect(valuesIn(factsOfName('Domain', 'xn--mnchen-3ya.example'), { kind: 'word', value: 'München' })).toBe(
      'munchen',
    )
  })
})

describe('a pattern', () => {
  test('stands for any characters within one line of a text, and shows what it found', () => {
    const pattern = { kind: 'text', value: 'win * voucher' } as const
    expect(valuesIn(post('Win a 50 € VOUCHER today'), pattern)).toBe('win a 50 € voucher')
    expect(valuesIn(post('Win a prize\nand a voucher'), pattern)).toBeNull()
  })

  test('of a host is about the whole host, one of a domain about what was registered', () => {
    const facts = factsOfName('URL', 'https://a.pay-corvane.top/x')
    expect(valuesIn(facts, { kind: 'host', value: 'pay-*.top' })).toBeNull()
    expect(valuesIn(facts, { kind: 'host', value: '*.pay-*.top' })).toBe('a.pay-corvane.top')
    expect(valuesIn(facts, { kind: 'domain', value: 'pay-*.top' })).toBe('pay-corvane.top')
  })

  test.each([
    ['a*b*c', 'aXXbYYc', true],
    ['a*b*c', 'aXXbYY', false],
    ['*', '', true],
    ['?', '', false],
    ['a**b', 'ab', true],
    ['*ab', 'aab', true],
    ['?b*', 'ab', true],
  ])('%s fits %s: %s', (pattern, text, fits) => {
    expect(fitsWildcard(pattern, text)).toBe(fits)
  })

  test('with many stars on a long text is decided at once', () => {
    const pattern = `${'a*'.repeat(90)}b`
    expect(fitsWildcard(pattern, 'a'.repeat(20_000))).toBe(false)
    expect(findWildcard(pattern, 'a'.repeat(20_000))).toBeNull()
    expect(findWildcard(`${'?'.repeat(100)}*b`, 'a'.repeat(20_000))).toBeNull()
  })
})

const profile = (Username: string) =>
  factsOfThreat({ source: 'Instagram', title: Username, url: null, fields: { Username } })

test('a handle is found with a slip, look-alike letters and numbers behind it, and not when it is another', () => {
  const like = { kind: 'handle', value: '@corvane.help' } as const
  for (const handle of ['corvane_help', 'corvanehelp01', 'c0rvane_heIp', 'соrvane.hepl'])
    expect(valuesIn(profile(handle), like), handle).not.toBeNull()
  for (const handle of ['corvane', 'harvest.help']) expect(valuesIn(profile(handle), like), handle).toBeNull()
})

const has = (value: string) => ({ kind: 'has', value }) as const

test('ways to pay and call are found in texts and fields', () => {
  expect(valuesIn(post('pay to DE02 1203 0000 0000 2020 51'), has('iban'))).not.toBeNull()
  expect(valuesIn(post('pay to umber.freight@okbank'), has('upi'))).toBe('umber.freight@okbank')
  expect(valuesIn(post('call +49 30 901820 now'), has('phone'))).not.toBeNull()
  expect(valuesIn(post('nothing to see'), has('wallet'))).toBeNull()
})

test('a condition needs everything of the first list, something of the second and nothing of the third', () => {
  const rule = ruleOf({
    all: [{ kind: 'word', value: 'corvane' }],
    any: [
      { kind: 'word', value: 'voucher' },
      { kind: 'word', value: 'gift' },
    ],
    none: [{ kind: 'word', value: 'review' }],
  })
  const meets = (text: string) => hitsOf(compileRules([rule]), post(text)).length > 0
  expect(meets('corvane gift')).toBe(true)
  expect(meets('corvane')).toBe(false)
  expect(meets('gift')).toBe(false)
  expect(meets('corvane gift: my review')).toBe(false)
})

test('a rule is only about its sources', () => {
  const rule = ruleOf({ all: [{ kind: 'word', value: 'corvane' }] }, { sources: ['Instagram'] })
  expect(hitsOf(compileRules([rule]), post('corvane'))).toEqual([])
})

test('what a provider says but a threat does not store counts for an observation', () => {
  const observation = {
    source: 'Instagram' as const,
    kind: 'profile' as const,
    id: '1',
    at: null,
    url: 'https://instagram.com/corvane.help',
    fields: { Username: 'x' },
    names: ['Someone'],
    handle: 'x',
    text: 'Get your voucher at corvane-gift.top',
    links: ['https://lnk.test/a'],
    phones: [],
    account: null,
    pictureUrl: null,
  }
  const facts = factsOfObservation(observation)
  expect(valuesIn(facts, { kind: 'word', value: 'voucher' })).toBe('voucher')
  expect(valuesIn(facts, { kind: 'domain', value: 'corvane-*.top' })).toBe('corvane-gift.top')
  expect(valuesIn(facts, { kind: 'host', value: 'lnk.test' })).toBe('lnk.test')
  expect(valuesIn(facts, { kind: 'handle', value: 'corvane.help' })).not.toBeNull()
})

const hit = (effect: CompanyRule['effect'], points: number | null) => ({
  rule: ruleOf({}, { effect, points }),
  value: 'voucher',
})

describe('the score', () => {
  const before = { score: 60, indicators: [{ name: 'Exact brand name', contribution: 60 }] }

  test('is the sum of its reasons, those of rules among them', () => {
    expect(weighHits(before, [hit('raise', 30), hit('lower', 5)])).toEqual({
      score: 85,
      indicators: [
        ...before.indicators,
        { name: 'Voucher nobody gave out', value: 'voucher', contribution: 30 },
        { name: 'Voucher nobody gave out', value: 'voucher', contribution: -5 },
      ],
    })
    expect(weighHits(before, [hit('raise', 90)]).score).toBe(100)
    expect(weighHits(before, [hit('suppress', null)])).toEqual(before)
  })

  test('keeps what was reported as a reason of its own when there was none', () => {
    expect(weighHits({ score: 62, indicators: [] }, [hit('raise', 20)]).indicators).toMatchObject([
      { name: 'Severity as reported', contribution: 62 },
      { contribution: 20 },
    ])
  })
})

test.each([
  ['word', '!?', 'RULE_WORD_NEEDED'],
  ['word', 'ab', null],
  ['text', '*a*b*', 'RULE_LETTERS_NEEDED'],
  ['host', 'a b', 'RULE_HOST_NEEDED'],
  ['host', '*.*', 'RULE_LETTERS_NEEDED'],
  ['domain', '*.top', null],
  ['handle', '@_', 'RULE_HANDLE_NEEDED'],
  ['has', 'card', 'NOT_AN_OPTION'],
  ['has', 'upi', null],
] as const)('the test %s %s is refused: %s', (kind, value, reason) => {
  expect(problemOfTest({ kind, value })?.reason ?? null).toBe(reason)
})

const needed = (condition: Partial<RuleCondition>) => neededLetters(ruleOf(condition))

test('a rule for names needs letters that all its names have', () => {
  const [voucher, gift] = [
    { kind: 'word', value: 'voucher' },
    { kind: 'text', value: '*gift*' },
  ] as const
  expect(needed({ all: [voucher, gift] })).toEqual(['voucher'])
  expect(needed({ any: [voucher, gift] })).toEqual(['voucher', 'gift'])
  expect(needed({ any: [voucher, { kind: 'has', value: 'upi' }] })).toBeNull()
  expect(needed({ all: [{ kind: 'domain', value: '*.shop' }] })).toBeNull()
  expect(mayMeet(['voucher'], 'Free-VOUCHER.test')).toBe(true)
  expect(mayMeet(['voucher'], 'free.test')).toBe(false)
  expect(mayMeet(['voucher'], 'xn--vucher-3ya.test')).toBe(true)
})
