// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { MarkedName } from '@signet/contract/threats/marked-name'
import { NameExplained } from './name-explained.tsx'
import { MarkedName as Name, MarkedTitle, RowTitle } from './marked-name.tsx'

const marked: MarkedName = {
  name: 'rneridian-login.example',
  alias: 'meridian',
  marks: [
    { start: 0, end: 2, kind: 'lookAlike', imitates: 'm' },
    { start: 2, end: 9, kind: 'brand' },
    { start: 10, end: 15, kind: 'riskWord' },
  ],
}
const shown = 'hxxps://rneridian-login[.]example/pay'

/** The rendered text, with marks as `[look:text]` and search matches as `{text}`. */
function drawn(title: Parameters<typeof RowTitle>[0]): string {
  return renderToStaticMarkup(<RowTitle {...title} />).replaceAll(
    /<mark[^>]*?(?:data-look="(\w+)")?( data-found="true")?(?: aria-hidden="true")?>(.*?)<\/mark>/g,
    (_, look: string | undefined, found: string | undefined, text: string) => {
      const inner = look ? `[${look}:${text}]` : text
      return found ? `{${inner}}` : inner
    },
  )
}

test.each([
  [
    'the brand and what passes for its letters',
    { shown, marked },
    'hxxps://[other:rn][brand:eridian]-login[.]example/pay',
  ],
  ['nothing in a title without the name', { shown: 'Meridian Help', marked }, 'Meridian Help'],
  ['what a search found', { shown: 'Meridian Help', found: 'HELP' }, 'Meridian {Help}'],
  [
    'a search across marks',
    { shown, marked, found: 'neri' },
    'hxxps://[other:r]{[other:n]}{[brand:eri]}[brand:dian]-login[.]example/pay',
  ],
  ['a host that was typed as it is', { shown, found: 'login.example' }, 'hxxps://rneridian-{login[.]example}/pay'],
  ['nothing for a search that found something else', { shown, found: 'Telegram' }, shown],
])('a row marks %s', (_, title, expected) => {
  expect(drawn(title)).toBe(expected)
})

test('a missing letter is marked in its place, and not announced by screen readers', () => {
  const short: MarkedName = {
    name: 'merdian.test',
    alias: 'meridian',
    marks: [
      { start: 0, end: 3, kind: 'brand' },
      { start: 3, end: 3, kind: 'missing', imitates: 'i' },
      { start: 3, end: 7, kind: 'brand' },
    ],
  }
  expect(renderToStaticMarkup(<RowTitle shown="merdian[.]test" marked={short} />)).toMatch(
    /mer<\/mark><mark [^>]*data-look="gap" aria-hidden="true"><\/mark><mark /,
  )
})

test('two letters missing in one place have two marks', () => {
  const complaints = vi.spyOn(console, 'error')
  const short: MarkedName = {
    name: 'meridn.test',
    alias: 'meridian',
    marks: [
      { start: 0, end: 5, kind: 'brand' },
      { start: 5, end: 5, kind: 'missing', imitates: 'i' },
      { start: 5, end: 5, kind: 'missing', imitates: 'a' },
      { start: 5, end: 6, kind: 'brand' },
    ],
  }
  const { container } = render(
    <>
      <RowTitle shown="meridn[.]test" marked={short} />
      <MarkedTitle shown="meridn[.]test" marked={short} />
      <Name marked={short} />
    </>,
  )
  expect(container.querySelectorAll('mark[data-look=gap]')).toHaveLength(6)
  expect(complaints).not.toHaveBeenCalled()
})

test('a title keeps its domain apart with the dot before it, and marks both parts', () => {
  const long: MarkedName = {
    name: 'meridian.bonus.desk.test',
    alias: 'meridian',
    marks: [{ start: 0, end: 8, kind: 'brand' }],
  }
  const title = <RowTitle shown="meridian[.]bonus[.]desk[.]test" marked={long} found="s.de" domain="desk.test" />
  const { container } = render(title)
  const [front, end] = container.querySelectorAll('.cut')
  expect(front?.textContent).toBe('meridian[.]bonus')
  expect(end?.textContent).toBe('[.]desk[.]test')
  expect([...container.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    'meridian',
    's',
    '[.]de',
  ])
})

test('a title that is nothing but its domain keeps its suffix apart', () => {
  const { container } = render(<RowTitle shown="bank-desk[.]test" domain="bank-desk.test" />)
  expect([...container.querySelectorAll('.cut')].map(({ textContent }) => textContent)).toEqual([
    'bank-',
    'desk[.]test',
  ])
})

const frontOf = (name: string) =>
  render(<RowTitle shown={`${name}[.]test`} domain={`${name}.test`} />).container.querySelector('.cut')?.className

test('only a front that is wider than the room it is left may make a domain shorter', () => {
  expect(frontOf('meridan')).not.toContain('long')
  expect(frontOf('meridan-account')).toContain('long')
})

test('a title without the domain is whole', () => {
  expect(renderToStaticMarkup(<RowTitle shown="other[.]test" domain="desk.test" />)).toBe('other[.]test')
})

test('an address keeps its domain apart from the parts before and after it', () => {
  const { container } = render(
    <RowTitle
      shown="hxxps://meridian[.]secure-desk[.]test:8443/meridian/secure-desk[.]test"
      domain="secure-desk.test"
    />,
  )
  expect([...container.querySelectorAll('.cut')].map(({ textContent }) => textContent)).toEqual([
    'hxxps://meridian',
    '[.]secure-desk[.]test',
    ':8443/meridian/secure-desk[.]test',
  ])
})

const subdomain: MarkedName = {
  name: 'meridian-bank.bonus-21.test',
  alias: 'meridian bank',
  marks: [
    { start: 0, end: 8, kind: 'brand' },
    { start: 8, end: 9, kind: 'hyphen' },
    { start: 9, end: 13, kind: 'brand' },
    { start: 14, end: 19, kind: 'riskWord' },
  ],
}

test('a name breaks after its dots only, and its registrable domain stands out', () => {
  const { container } = render(<Name marked={subdomain} domain="bonus-21.test" />)
  const labels = [...container.querySelectorAll<HTMLElement>(':scope > span')]
  expect(labels.map(({ textContent, dataset }) => [textContent, dataset['before']])).toEqual([
    ['meridian-bank[.]', 'true'],
    ['bonus-21[.]test', undefined],
  ])
  expect([...container.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['-', 'bonus'])
})

test('a mark across a dot continues behind it', () => {
  const long: MarkedName = {
    name: 'meridian.example.desk.test',
    alias: '',
    marks: [{ start: 0, end: 16, kind: 'official' }],
  }
  const { container } = render(<Name marked={long} domain="desk.test" />)
  expect([...container.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    'meridian[.]',
    'example',
  ])
  expect(container.textContent).toBe('meridian[.]example[.]desk[.]test')
})

const explained = (indicators: { name: string }[], domain?: string) =>
  render(<NameExplained marked={subdomain} of="subdomain-typo" indicators={indicators} domain={domain} />).container
    .textContent

test('a subdomain is explained by the domain that it belongs to, and a brand of two words is whole with a hyphen', () => {
  const whole = explained([{ name: 'Exact brand name' }], 'bonus-21.test')
  expect(whole).toContain("The protected name is a subdomain of bonus-21[.]test, someone else's domain.")
  expect(whole).toContain('meridian-bank is the protected name')
  expect(whole).not.toContain('splits the name')
  const near = explained([])
  expect(near).toContain("A near match of the protected name is a subdomain of someone else's domain.")
  expect(near).toContain('- splits the name')
  expect(near).not.toContain('is the protected name')
})

test('a name that hyphens split is explained by the protected name', () => {
  const split = {
    name: 'meridian-pay-private82.invalid',
    alias: 'meridianpay',
    marks: [
      { start: 0, end: 8, kind: 'brand' },
      { start: 8, end: 9, kind: 'hyphen' },
      { start: 9, end: 12, kind: 'brand' },
    ],
  } as const
  const text = render(<NameExplained marked={split as never} of="hyphenation" indicators={[]} />).container.textContent
  expect(text).toBe('Hyphens added or removedThe protected name meridianpay, split up by hyphens.')
})
