import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { MarkedName } from '@signet/contract/marked-name'
import { RowTitle } from './marked-name.tsx'

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

/** What is drawn, with the marks as `[look:text]`; what a search found as `{text}`. */
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

test('a letter that is missing is drawn where it would stand, and not read out', () => {
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
