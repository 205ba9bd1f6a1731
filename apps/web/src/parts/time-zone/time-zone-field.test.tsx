// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../../test/show.tsx'
import { TimeZoneField } from './time-zone-field.tsx'

test('a time zone that is not set looks like the fields next to it, not like a button', () => {
  show(<TimeZoneField label="Time zone" value="" none="Not set" onChange={() => undefined} />)
  const field = screen.getByRole('button', { name: 'Time zone: Not set' })
  expect([...field.classList]).toContain('picker')
})

test('a time zone is found by its city, what its clocks are called, or their offset, and picked with Enter', () => {
  const picked: string[] = []
  show(<TimeZoneField label="Time zone" value="Europe/Oslo" onChange={(zone) => picked.push(zone)} />)
  const panel = screen.getByRole('dialog', { name: 'Time zone', hidden: true })
  // The test browser doesn't open popovers itself, nor close them.
  panel.hidePopover = () => undefined
  fireEvent(panel, Object.assign(new Event('toggle'), { newState: 'open' }))
  const field = screen.getByRole('combobox', { name: 'Time zone', hidden: true })
  const found = (typed: string) => {
    fireEvent.change(field, { target: { value: typed } })
    return screen.queryAllByRole('option', { hidden: true }).map((option) => option.textContent)
  }
  expect(found('port of sp')).toEqual([expect.stringContaining('America / Port of Spain')])
  expect(found('nepal')).toEqual([expect.stringContaining('Asia / Kathmandu')])
  expect(found('gmt+5:45')).toEqual([expect.stringContaining('Asia / Kathmandu')])
  expect(found('nowhere')).toEqual([])
  screen.getByText('No time zone matches')

  found('gmt+5:45')
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(picked).toEqual(['Asia/Kathmandu'])
})
