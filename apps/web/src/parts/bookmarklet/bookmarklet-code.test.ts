import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { bookmarkletCode } from './bookmarklet-code.ts'

/** Runs the bookmark on a page, and returns what it opens. */
function opens(href: string): string {
  const open = vi.fn<(url: string) => void>()
  const code = bookmarkletCode('https://portal.example/addRequest?address=')
  runInNewContext(code.replace(/^javascript:/, ''), { window: { open }, location: { href } })
  return open.mock.calls[0]?.[0] ?? ''
}

test('the bookmark opens the portal with the address of the page and nothing else', () => {
  const opened = new URL(opens('https://evil.example/a?b=1&c=2#d'))
  expect(opened.origin + opened.pathname).toBe('https://portal.example/addRequest')
  expect([...opened.searchParams]).toEqual([['address', 'https://evil.example/a?b=1&c=2#d']])
})

test('a long address is cut, so that the portal can be opened', () => {
  expect(opens(`https://evil.example/${'%C3%BC'.repeat(2000)}`).length).toBeLessThan(8 * 1024)
})
