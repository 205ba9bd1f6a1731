// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { tipAtFocus } from './tips.ts'

function focused(html: string): HTMLElement {
  document.body.innerHTML = html
  return document.body.firstElementChild as HTMLElement
}
const time = '<time title="18 November 2026, 9:12 AM">3 days ago</time>'

test.each([
  ['the name of a button without words', '<button data-tip="Copy link"></button>', 'Copy link'],
  ['a title', '<button title="1,248">1.2K</button>', '1,248'],
  ['the whole date of the one time it holds', `<button>Removed ${time}</button>`, '18 November 2026, 9:12 AM'],
  ['no date of many', `<section tabindex="0">${time}${time}</section>`, undefined],
  ['nothing of a list, where the focus stands on the whole', `<div role="grid">${time}</div>`, undefined],
  ['nothing where there is nothing to say', '<button>Save</button>', undefined],
])('the tooltip on keyboard focus shows %s', (_, html, tip) => {
  expect(tipAtFocus(focused(html))).toBe(tip)
})
