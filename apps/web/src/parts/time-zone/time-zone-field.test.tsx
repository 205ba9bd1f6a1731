// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../../test/show.tsx'
import { TimeZoneField } from './time-zone-field.tsx'

test('a time zone that is not set looks like the fields next to it, not like a button', () => {
  show(<TimeZoneField label="Time zone" value="" none="Not set" onChange={() => undefined} />)
  const field = screen.getByRole('button', { name: 'Time zone: Not set' })
  expect([...field.classList]).toContain('picker')
})
