import { expect, test } from 'vitest'
import { judgeObservation } from './judge-observation.ts'
import { exampleAssets, exampleNow, exampleObservation } from './observation-examples.ts'
import { compileWatch } from './watch.ts'
import { isCopiedPhoto, withCodes, withPicture, withText } from './with-picture.ts'

const watch = compileWatch(exampleAssets, exampleNow)
const indicators = [{ name: 'Brand as its name', contribution: 90 }]
const plain = { brandId: 'velmora', threatType: 'Profile', score: 0.9, indicators }

test('a picture like a logo adds a reason with its agreement, and the score stays within 1', () => {
  expect(withPicture(plain, { agreement: 0.9687, codes: [] })).toEqual({
    ...plain,
    score: 1,
    indicators: [...indicators, { name: 'Picture matches a logo', value: '96 %', contribution: 24 }],
  })
})

test('the profile picture of an own account is a reason of its own, also compressed', () => {
  expect(withPicture(plain, { agreement: 0.9687, codes: [], isCopiedPhoto: true }).indicators).toEqual([
    ...indicators,
    { name: 'Copied profile photo', contribution: 30 },
  ])
  expect(isCopiedPhoto('00ff00ff00ff00fe', ['ffff00ff00ff00ff', '00ff00ff00ff00ff'])).toBe(true)
  expect(isCopiedPhoto('00ff00ff00ff00fe', ['ffff00ff00ff00ff'])).toBe(false)
  expect(isCopiedPhoto(null, ['00ff00ff00ff00ff'])).toBe(false)
})

test('a QR code adds a reason with what it says, however long that is', () => {
  const code = `https://umber-vale.example/${'a'.repeat(500)}`
  expect(withPicture(plain, { agreement: null, codes: [code] }).indicators).toEqual([
    ...indicators,
    { name: 'QR code in its picture', value: code.slice(0, 200), contribution: 6 },
  ])
  expect(withPicture(plain, { agreement: null, codes: [] })).toBe(plain)
})

test.each([
  ['https://umbervale-bank.example.net/login', 'Leads to a look-alike address'],
  ['upi://pay?pa=umberhelp@okaxis&pn=Umbervale&am=1', 'Foreign payment account'],
  ['BCD\n002\n1\nSCT\n\nUmbervale\nDE02370400440532013111\nEUR10', 'Foreign payment account'],
  ['https://wa.me/447700900123', 'Leads to a messenger'],
])('where the code %j leads counts like the words of the post', (code, reason) => {
  const post = exampleObservation({
    kind: 'post',
    text: 'Umbervale Bank: scan to update your card at once. Pay the processing fee',
  })
  const verdict = judgeObservation(watch, withCodes(post, [code]))
  expect(verdict?.indicators.map(({ name }) => name)).toContain(reason)
  const silent = judgeObservation(watch, post)
  expect(silent?.indicators.map(({ name }) => name) ?? []).not.toContain(reason)
})

test('a code that leads to the official site speaks against a threat', () => {
  const post = exampleObservation({ kind: 'post', text: 'Umbervale Bank: scan to see our branches' })
  expect(judgeObservation(watch, withCodes(post, ['https://umbervale.example/branches']))).toBeNull()
  expect(withCodes(post, [])).toBe(post)
})

test('what is written in a picture counts like the words of the post, and is a reason if nothing else names the brand', () => {
  const post = exampleObservation({ kind: 'post', text: 'Act now' })
  const text = 'Umbervale Bank: your card is blocked\nSend your PIN at once'
  expect(judgeObservation(watch, post)).toBeNull()
  const verdict = judgeObservation(watch, withText(post, text))
  expect(verdict?.brandId).toBe('umber')
  expect(withText(post, '')).toBe(post)
  expect(withPicture(plain, { agreement: null, codes: [], onlyText: text }).indicators).toEqual([
    ...indicators,
    { name: 'Named only in its picture', value: text.replace('\n', ' '), contribution: 8 },
  ])
})
