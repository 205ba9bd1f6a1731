import { expect, test } from 'vitest'
import { lineText } from './notifications.api.ts'

test.each([
  ['threat', 'New Critical threat: login-page.example', 'New Critical threat: login-page[.]example'],
  ['threat', 'New High threat: https://a.test/b.c', 'New High threat: hxxps://a[.]test/b.c'],
  ['takedown', 'Takedown of shop.example: Authorised', 'Takedown of shop[.]example: Authorised'],
  ['job', 'Your export is ready: threats.csv', 'Your export is ready: threats.csv'],
] as const)('a line about a %s reads "%s" as "%s"', (type, title, text) => {
  expect(lineText({ type, title })).toBe(text)
})
