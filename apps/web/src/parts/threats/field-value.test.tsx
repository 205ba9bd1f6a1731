// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FieldValue } from './field-value.tsx'

test('an address is defanged, and may only be broken between its words', () => {
  const { container } = render(<FieldValue field="domain_name" kind="address" value="pay.rewards-hub.example" />)
  expect(container.innerHTML).toBe('pay[.]<wbr>rewards-<wbr>hub[.]<wbr>example')
})
