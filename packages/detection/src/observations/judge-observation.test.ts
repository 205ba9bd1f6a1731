import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sourceObservationKinds, type SourceObservation } from '@signet/contract/collection/source-observations'
import { sources, threatSources } from '@signet/contract/threats/sources'
import { compileOwnAssets, ownAssetOf } from '../ownership/own-assets.ts'
import { indicatorGlossary } from '../score/indicators.ts'
import { judgeForEach, judgeObservation } from './judge-observation.ts'
import { exampleAssets, exampleNow, exampleObservation } from './observation-examples.ts'
import { compileWatch, compileWatches } from './watch.ts'

const watch = compileWatch(exampleAssets, exampleNow)
const own = compileOwnAssets(exampleAssets)
const judge = (parts: Partial<SourceObservation>) => judgeObservation(watch, exampleObservation(parts))
const newAccount = { createdAt: '2026-10-25T00:00:00Z', followers: 20, following: 900, isVerified: false }

describe('a profile that passes for the brand is a threat', () => {
  test.each<[string, string, Partial<SourceObservation>]>([
    ['support', 'Fake support account', { names: ['Umbervale Support'], handle: 'umbervale_help', text: 'DM us' }],
    ['misspelt', 'Fake support account', { names: ['Umbervael Care'], handle: 'umbervael.care' }],
    ['disguised', 'Impersonating profile', { names: ['Umbеrvale'], handle: 'umbervale_x' }],
    ['giveaway', 'Fake giveaway', { names: ['Umbervale giveaway'], text: 'Free phone! Pay the shipping fee' }],
    ['glued', 'Fake support account', { names: ['We help'], handle: 'umbervalesupport', text: 'Share your OTP' }],
  ])('%s', (_, threatType, parts) => {
    expect(judge({ account: newAccount, ...parts })).toMatchObject({ brandId: 'umber', threatType })
  })

  test('as a group that asks for a fee', () => {
    const parts = {
      source: 'Telegram',
      kind: 'group',
      names: ['Umbervale Bonus'],
      text: 'Pay 9 EUR activation fee',
    } as const
    expect(judge(parts)).toMatchObject({ threatType: 'Impersonating channel' })
  })

  test('as a person of the company who offers profit', () => {
    const text = 'Chair of Umbervale Bank. Guaranteed profit weekly, message +44 7700 900123'
    expect(judge({ names: ['Ada Branthoven'], handle: 'ada_b_1', text, account: newAccount })).toMatchObject({
      brandId: null,
    })
  })
})

describe('a message that lures is a threat in any language', () => {
  test.each([
    'Your Umbervale account will be blocked. Enter your password at https://umbervale-login.test',
    'Ihr Konto bei Umbervale wurde gesperrt. Bestätigen Sie Ihre TAN: https://umbervale-login.test',
    'Votre compte Umbervale est suspendu, communiquez le code reçu par SMS https://umbervale-fr.test',
    'Su cuenta Umbervale está bloqueada: ingrese su clave en https://umbervale-es.test',
    'Sua conta Umbervale está bloqueada, informe sua senha https://umbervale-br.test',
    'Il suo conto Umbervale è stato bloccato, inserisca le credenziali https://umbervale-it.test',
    'Uw Umbervale pas verloopt, bevestig uw pincode https://umbervale-nl.test',
    'Konto Umbervale zablokowane, podaj kod SMS https://umbervale-pl.test',
    'Umbervale hesabınız askıya alındı, onay kodunu girin https://umbervale-tr.test',
    'Карта Umbervale заблокирована, сообщите код из СМС https://umbervale-ru.test',
    'आपका बैंक अम्बर खाता बंद हो जाएगा, ओटीपी बताएं https://umbervale-in.test',
    'Akun Umbervale diblokir, kirim kode OTP https://umbervale-id.test',
    'تم إيقاف حسابك في Umbervale أرسل رمز التحقق https://umbervale-ar.test',
    'アンバーベール銀行の口座が停止されました。パスワードを入力 https://umbervale-jp.test',
    'Umbervale 账户已被冻结,请输入密码 https://umbervale-cn.test',
    'Your Umbervаle wallet: enter your seed phrase at hxxps://sync[.]test',
  ])('%s', (text) => {
    expect(judge({ source: 'Telegram', kind: 'post', text })).toMatchObject({
      brandId: 'umber',
      threatType: 'Scam channel',
    })
  })
})

describe('what only looks like a threat is none', () => {
  test.each<[string, Partial<SourceObservation>]>([
    ['a fan page', { names: ['Umbervale Fans'], handle: 'umbervale.fans', text: 'Unofficial fan page' }],
    ['a parody', { names: ['Umbervale (parody)'], handle: 'notumbervale', text: 'Not affiliated with Umbervale Bank' }],
    ['news', { names: ['Umbervale News'], text: 'Independent news about Umbervale Bank' }],
    ['a complaint group', { kind: 'group', names: ['Umbervale complaints'], text: 'Support never answers' }],
    ['a former employee', { source: 'LinkedIn', names: ['Ida Feld'], text: 'Ex-Umbervale | Product manager' }],
    ['a namesake of a person', { names: ['Ada Branthoven'], handle: 'ada.b', text: 'Painter, two dogs' }],
    ['a family name', { names: ['Jon Umbervale'], handle: 'jon.umbervale', text: 'Trail running' }],
    ['a mention', { kind: 'post', text: 'Just opened an account at Umbervale, nice app' }],
    ['a question', { kind: 'post', text: 'I got an SMS that my Umbervale account is blocked. Is this a scam?' }],
    ['a warning', { kind: 'post', text: 'Warning: fake Umbervale accounts ask for your OTP. Never share it!' }],
    ['a partner', { kind: 'post', text: 'We accept Umbervale cards: https://umbervale.example/shops' }],
    [
      'a regional page',
      {
        names: ['Umbervale Nord'],
        links: ['https://umbervale.example/nord'],
        account: { ...newAccount, createdAt: null },
      },
    ],
    ['a common word', { names: ['Harvest'], handle: 'harvest', text: 'Apples and pears from our garden' }],
    ['another word', { kind: 'post', text: 'Pay the vizage fee now' }],
    ['a verified account', { names: ['Umbervale Iberia'], account: { ...newAccount, isVerified: true } }],
  ])('%s', (_, parts) => {
    expect(judge(parts)).toBeNull()
  })
})

test('the company’s own group gives nothing: it is suppressed as its own asset, or leads to its sites only', () => {
  const group = exampleObservation({
    source: 'Telegram',
    kind: 'group',
    names: ['Umbervale Bank Nord'],
    handle: 'umbervale_nord',
    text: 'Regional group. All about us: https://umbervale.example/nord',
    links: ['https://umbervale.example/nord'],
    fields: { channel_data: { entity_user_name: 'umbervale_nord' } },
  })
  expect(ownAssetOf(own, group)).toEqual({ kind: 'handle', value: 'umbervale_nord' })
  expect(judgeObservation(watch, group)).toBeNull()
  const other = {
    ...group,
    handle: 'umbervale_north',
    fields: { channel_data: { entity_user_name: 'umbervale_north' } },
  }
  expect(ownAssetOf(own, other)).toBeNull()
  expect(judgeObservation(watch, other)).toBeNull()
})

const named = (phones: string[]) =>
  judge({ names: ['Umbervale Support'], phones, account: newAccount })?.indicators.map(({ name }) => name)

test('a support profile with a number of the company loses the reason of a foreign number', () => {
  expect(named(['+44 7700 900123'])).toContain('Foreign phone number')
  expect(named(['0044 20 7946 0101'])).not.toContain('Foreign phone number')
})

test('many companies are judged in one pass, each for itself', () => {
  const all = compileWatches(
    new Map([
      ['a', exampleAssets],
      ['b', { ...exampleAssets, brands: [] }],
    ]),
    exampleNow,
  )
  const verdicts = judgeForEach(
    all,
    exampleObservation({ names: ['Umbervale Support'], handle: 'umbervale_help', account: newAccount }),
  )
  expect([...verdicts.keys()]).toEqual(['a'])
})

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        'Umbervale',
        'umbervаle',
        ' ',
        '.',
        '@',
        'OTP',
        'pay',
        '+44',
        '0',
        'https://',
        '\u200b',
        '\ud835',
        '💥',
        'fee',
        '?',
        '\n',
        '社',
      ),
      { maxLength: 300 },
    )
    .map((parts) => parts.join('')),
)

test('no text makes it fail: scores stay in range, reasons are in the glossary, types belong to the source', () => {
  const known = new Set<string>(indicatorGlossary.map(({ name }) => name))
  fc.assert(
    fc.property(
      fc.record({
        source: fc.constantFrom(...threatSources),
        kind: fc.constantFrom(...sourceObservationKinds),
        names: fc.array(hostile, { maxLength: 3 }),
        handle: fc.option(hostile),
        text: hostile,
        links: fc.array(hostile, { maxLength: 3 }),
        phones: fc.array(hostile, { maxLength: 3 }),
        url: fc.option(hostile),
        fields: fc.dictionary(fc.constantFrom('publisher', 'payer', 'account_number', 'website', 'path'), hostile),
      }),
      (parts) => {
        const verdict = judge(parts)
        if (!verdict) return
        expect(verdict.score).toBeGreaterThanOrEqual(0.5)
        expect(verdict.score).toBeLessThanOrEqual(1)
        expect(sources[parts.source].types).toContain(verdict.threatType)
        expect(verdict.indicators.length).toBeLessThan(60)
        for (const { name, value } of verdict.indicators) {
          expect(known).toContain(name)
          expect(value?.length ?? 0).toBeLessThanOrEqual(200)
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('a text of a megabyte is read up to its limit only', () => {
  const text = 'umbervale otp '.repeat(100_000)
  expect(judge({ kind: 'post', text })?.indicators.length ?? 0).toBeLessThan(60)
})
