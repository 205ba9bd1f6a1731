import { expect, test } from 'vitest'
import { addressesInText, refanged } from './refang.ts'
import { readHtmlBody } from './html-body.ts'
import { unwrappedLink } from './unwrapped-link.ts'

test.each([
  ['Open hxxps://evil[.]example/login now.', 'https://evil.example/login'],
  ['(hxxp[:]//evil(dot)example/a?b=c)', 'http://evil.example/a?b=c'],
  ['see evil{.}example/pay,', 'http://evil.example/pay'],
  ['see www.evil.example/pay.', 'http://www.evil.example/pay'],
  ['<https://evil.example/x>', 'https://evil.example/x'],
])('finds the address in: %s', (text, address) => {
  expect(addressesInText(text, 10)).toEqual([address])
})

test.each(['Mr.Smith wrote i.e. nothing', 'me[at]bank[.]example', 'write to help@bank.example', 'version 1.2.3'])(
  'finds no address in: %s',
  (text) => {
    expect(addressesInText(text, 10)).toEqual([])
  },
)

test('a text with many marks takes no longer than its length', () => {
  const text = `${'[.]'.repeat(20_000)} ${'hxxp'.repeat(20_000)}`
  expect(addressesInText(text, 60).length).toBeLessThanOrEqual(60)
  expect(refanged('a[.]b (at) c')).toBe('a.b @ c')
})

test.each([
  'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fevil.example%2Fx%3Fa%3D1&data=05',
  'https://urldefense.com/v3/__https://evil.example/x?a=1__;!!abc!def$',
  'https://urldefense.proofpoint.com/v2/url?u=https-3A__evil.example_x-3Fa-3D1&d=Dw',
  'https://linkprotect.cudasvc.com/url?a=https%3a%2f%2fevil.example%2fx%3fa%3d1&c=E',
  'https://www.google.com/url?q=https://evil.example/x%3Fa%3D1&sa=D',
])('a link that a filter has rewritten leads to: %s', (wrapped) => {
  expect(unwrappedLink(wrapped)).toBe('https://evil.example/x?a=1')
  expect(unwrappedLink('https://evil.example/x?url=https://bank.example/')).toBe(
    'https://evil.example/x?url=https://bank.example/',
  )
})

test('reads the links of a body with what is shown for them, and nothing that is not shown', () => {
  const html = `<style>a{}</style><script>location='https://no.example'</script><!-- https://no.example -->
    <p>Dear&nbsp;customer</p><a href=" https://evil.example/a "><b>bank.example</b>/login</a>
    <form action="https://evil.example/form"><a href="mailto:x@y.example">x</a></form><img src="https://track.example/1.gif">`
  const { text, links } = readHtmlBody(html, { text: 1000, links: 10, pictures: 2 })
  expect(links).toEqual([
    { url: 'https://evil.example/a', shown: 'bank.example/login' },
    { url: 'https://evil.example/form', shown: 'x' },
  ])
  expect(text).not.toContain('no.example')
  expect(text).toContain('customer')
})
