import { expect, test } from 'vitest'
import { clockName, timeZones, zoneName } from './places.ts'

test('zones are listed once, by their present names, which browsers and servers understand', () => {
  const zones = timeZones('Asia/Calcutta')
  expect(zones).toEqual(expect.arrayContaining(['UTC', 'Asia/Kolkata', 'Europe/Kyiv', 'Europe/Oslo']))
  expect(zones).not.toContain('Asia/Calcutta')
  expect(new Set(zones).size).toBe(zones.length)
  for (const timeZone of zones) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow()
  expect(zoneName('Europe/Kiev')).toBe('Europe / Kyiv')
})

test('a zone says what its clocks are called today', () => {
  expect(clockName('Europe/Oslo', new Date('2026-01-10T00:00:00Z'))).toBe('Central European Standard Time, GMT+1')
  expect(clockName('Europe/Oslo', new Date('2026-07-10T00:00:00Z'))).toBe('Central European Summer Time, GMT+2')
})
