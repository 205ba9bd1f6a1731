// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AddressText } from './address-text.tsx'

test.each([
  ['pay[.]rewards-hub[.]example', 'pay[.]|rewards-|hub[.]|example'],
  ['hxxps://a[.]example/claim/1036', 'hxxps://|a[.]|example/|claim/|1036'],
  ['a[.]example/', 'a[.]|example/'],
  ['plain', 'plain'],
])('%s is broken only between its words', (text, lines) => {
  const { container } = render(<AddressText text={text} />)
  expect(container.innerHTML.replaceAll('<wbr>', '|')).toBe(lines)
  expect(container.textContent).toBe(text)
})
