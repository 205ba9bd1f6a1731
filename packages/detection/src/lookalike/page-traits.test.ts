import { expect, test } from 'vitest'
import { pageTraits } from './page-traits.ts'

type TraitPage = Parameters<typeof pageTraits>[0]

const empty: TraitPage = {
  address: 'https://bank-login.example/in',
  html: '',
  text: '',
  forms: [],
  icons: [],
  resources: [],
}
const of = (page: Partial<TraitPage>) =>
  pageTraits({ ...empty, ...page }, (text) => `hash-of-${text.length}`).map(({ kind, value }) => `${kind} ${value}`)

test('a page shares the ids of its statistics, however they are inserted', () => {
  const html = `<script src="https://www.googletagmanager.com/gtag/js?id=G-AB12CD34EF"></script><script>ga('create','UA-1234567-1');
    fbq('init', '123456789012345'); ym(87654321, "init", {}); (function(h){h._hjSettings={hjid:2345678}})(window)</script>`
  expect(of({ html })).toEqual([
    'analyticsId G-AB12CD34EF',
    'analyticsId UA-1234567-1',
    'analyticsId 123456789012345',
    'analyticsId 87654321',
    'analyticsId 2345678',
  ])
})

test("a page shares its own statistics, but not those that its site builder puts on every customer's page", () => {
  const html = `<script>_gaq.push(['_setAccount', 'UA-7870337-1'])</script><script>var googleAnalytics = "UA-2117194-61"</script>
    <script>window.google_analytics_uacct = "UA-52447-2"; ga('create', 'UA-797705-6', 'auto', {"name":"wnd_header"})</script>
    <script>ga('create', 'UA-52447-21', 'auto')</script>`
  expect(of({ html })).toEqual(['analyticsId UA-52447-21'])
})

test('a page shares how it is contacted, in one notation', () => {
  const html = `<a href="tel:+44 20 7946 0123">Call</a><a href="https://wa.me/442079460123">WhatsApp</a>
    <a href="https://t.me/Support_Desk">x</a><a href="https://t.me/share/url">y</a><a href="https://t.me/+AbCdEf12345x">z</a>`
  expect(of({ html })).toEqual(['phone 442079460123', 'messenger t.me/support_desk', 'messenger t.me/+AbCdEf12345x'])
})

test('a page shares the accounts that it is paid to, and no number that only looks like one', () => {
  const text = `Send to GB82 WEST 1234 5698 7654 32 (not GB82 WEST 1234 5698 7654 33) or Pay.Desk@okaxis,
    write to desk@bank.example, or 0xDE0B295669a9FD93d5F28D9Ec85E40f4cb697BAe`
  expect(of({ text })).toEqual([
    'paymentAccount GB82WEST12345698765432',
    'paymentAccount pay.desk@okaxis',
    'paymentAccount 0xde0b295669a9fd93d5f28d9ec85e40f4cb697bae',
  ])
})

test('a page shares its icon and its own scripts, but no files that many sites have', () => {
  const resources = ['/kit/a.js', '/kit/b.js', '/wp-includes/js/x.js', '/js/jquery.js', 'https://cdn.example/kit/c.js']
  expect(
    of({
      icons: ['ab'.repeat(32)],
      resources: resources.map((each) => new URL(each, empty.address).href),
      forms: [{ action: 'https://bank-login.example/kit/post.php', method: 'post', fields: [] }],
    }),
  ).toEqual([`kitPath /kit/a.js /kit/b.js /kit/post.php`, `favicon ${'ab'.repeat(32)}`])
  expect(of({ resources: ['https://bank-login.example/main.js'] })).toEqual([])
})

test('a page shares how it is built once it is large enough to be no coincidence', () => {
  const tags = ['div', 'p', 'ul', 'li', 'form', 'label', 'section', 'nav', 'main']
  const large = tags.flatMap((outer) => tags.map((inner) => `<${outer}><${inner}>x</${inner}></${outer}>`)).join('')
  const [structure] = of({ html: large })
  expect(structure).toMatch(/^pageStructure hash-of-\d+$/)
  expect(of({ html: large.replaceAll('>x<', '>other words<') })).toEqual([structure])
  expect(of({ html: '<div><p>small</p></div>' })).toEqual([])
})
