import { expect, test } from 'vitest'
import { askedSecrets } from './asked-secrets.ts'
import type { PageField, PageView } from './page-view.ts'

const field = (label: string, fields: Partial<PageField> = {}): PageField => ({
  name: 'x1',
  type: 'text',
  autocomplete: '',
  label,
  ...fields,
})

function page(fields: readonly PageField[], rest: Partial<PageView> = {}): PageView {
  const forms = [{ action: 'https://collect.test/in', method: 'post', fields }]
  return {
    address: 'https://a.test/',
    title: '',
    html: '',
    text: '',
    forms,
    icons: [],
    resources: [],
    picture: null,
    ...rest,
  }
}

const kindsOf = (view: PageView) => askedSecrets(view).map(({ kind }) => kind)

test.each([
  ['Kennwort', 'password'],
  ['Contraseña', 'password'],
  ['Hasło', 'password'],
  ['Şifreniz', 'password'],
  ['Пароль', 'password'],
  ['密码', 'password'],
  ['P\u0430ssw\u043Erd', 'password'],
  ['Card PIN', 'pin'],
  ['Karten-PIN', 'pin'],
  ['Numéro de carte', 'card'],
  ['Numero della carta', 'card'],
  ['CVV', 'card'],
  ['TAN aus der SMS', 'oneTimeCode'],
  ['Verification code', 'oneTimeCode'],
  ['Your recovery phrase', 'seedPhrase'],
  ['助记词', 'seedPhrase'],
])('reads the label %s', (label, kind) => {
  expect(kindsOf(page([field(label)]))).toEqual([kind])
})

test.each(['Your name', 'Pinterest profile', 'Search', 'Postcode', 'Company', 'Spinning class', 'Gift card message'])(
  'does not take %s for a secret',
  (label) => {
    expect(kindsOf(page([field(label)]))).toEqual([])
  },
)

test('trusts the type and the purpose of a field more than its name', () => {
  expect(kindsOf(page([field('', { type: 'password', name: 'q' })]))).toEqual(['password'])
  expect(
    kindsOf(page([field('', { autocomplete: 'cc-number' }), field('', { autocomplete: 'one-time-code' })])),
  ).toEqual(['card', 'oneTimeCode'])
  expect(kindsOf(page([field('Password', { type: 'hidden' }), field('PIN code', { type: 'email' })]))).toEqual([])
})

test('reads the text in front of a field without a label', () => {
  const html = '<form><div>Ihr <b>Kennwort</b></div><input name="zq"><p>Name</p><input name="zr"></form>'
  expect(kindsOf(page([field('', { name: 'zq' }), field('', { name: 'zr' })], { html }))).toEqual(['password'])
})

test('recognises the words of a recovery phrase and the digits of a code by their fields', () => {
  const words = Array.from({ length: 12 }, (_, at) =>
    field(`${at + 1}.`, { box: { x: 10, y: 40 * at, width: 120, height: 30 } }),
  )
  const [secret] = askedSecrets(page(words, { text: 'Enter your 12-word recovery phrase' }))
  expect(secret).toMatchObject({ kind: 'seedPhrase', box: { x: 10, y: 0, width: 120, height: 470 } })
  expect(kindsOf(page(words, { text: 'Guest list of the party' }))).toEqual([])
  const digits = Array.from({ length: 6 }, (_, at) => field('', { box: { x: 50 * at, y: 10, width: 40, height: 40 } }))
  expect(kindsOf(page(digits))).toEqual(['oneTimeCode'])
})

test('names the host that the answers are sent to and the place of the fields', () => {
  const box = { x: 10, y: 20, width: 300, height: 40 }
  expect(askedSecrets(page([field('Password', { box })]))).toEqual([
    { kind: 'password', label: 'Password', box, sentTo: 'collect.test' },
  ])
})
