import { expect, test } from 'vitest'
import { decodeHtml } from './html-entities.ts'

test('character references are decoded once', () => {
  expect(decodeHtml('Don&#39;t &amp;lt; &#x1F525; &quot;a&quot; &amp;amp;')).toBe('Don\'t &lt; 🔥 "a" &amp;')
})

test('text that is no character reference stays as it is', () => {
  for (const text of ['a & b', '&unknown;', '&#0;', '&#xD800;', '&#1114112;', '&#x;', '?a=1&lt=2']) {
    expect(decodeHtml(text)).toBe(text)
  }
})
