import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '@signet/contract/time'
import { germanOfStaff } from '../words/de-staff.ts'
import { german } from '../words/de.ts'
import { named } from '../words/named/names.ts'
import { useLanguage } from '../words/words.ts'
import { activity } from './names/activity.ts'
import { axisLabel } from './numbers/axis-label.ts'
import { calendarDay, dateOnly, dateTime, dateTimeWithZone, timeOfDay, weekdayDate } from './time/date-time.ts'
import { duration } from './time/duration.ts'
import { exactNumber } from './numbers/exact-number.ts'
import { fileSize } from './numbers/file-size.ts'
import { percent } from './numbers/percent.ts'
import { shortNumber } from './numbers/short-number.ts'
import { shortAge, timeAgo } from './time/time-ago.ts'

const now = new Date('2026-11-20T12:00:00Z')
const minute = 60
const hour = 60 * minute
const day = 24 * hour
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()

describe('in German', () => {
  beforeAll(() => useLanguage('de', { ...german, ...germanOfStaff, named }))
  afterAll(() => useLanguage('en'))

  test.each([
    ['2026-11-18T09:12:00Z', 'UTC', '18. November 2026, 09:12'],
    ['2026-03-08T00:05:00Z', 'UTC', '8. März 2026, 00:05'],
    ['2026-11-18T20:00:00Z', 'Asia/Kolkata', '19. November 2026, 01:30'],
    ['not a date', 'UTC', 'Unbekannt'],
  ])('%s in %s is written %s', (instant, zone, text) => {
    expect(dateTime(instant, zone)).toBe(text)
  })

  test('days, weekdays, times and tooltips are German', () => {
    expect(dateOnly('2026-11-18T09:12:00Z', 'UTC')).toBe('18. November 2026')
    expect(weekdayDate('2026-11-20T12:00:00Z', 'UTC')).toBe('Freitag, 20. November 2026')
    expect(timeOfDay('2026-11-18T21:05:00Z', 'UTC')).toBe('21:05')
    expect(dateTimeWithZone('2026-11-18T03:42:00Z', 'Asia/Kolkata')).toBe(
      '18. November 2026, 09:12 (Asia/Kolkata), 18. November 2026, 03:42 UTC',
    )
  })

  test.each(['2026-01-05', '2026-03-08', '2026-05-01', '2026-12-31'])(
    'the calendar day %s stays usable as a key',
    (text) => {
      expect(calendarDay(`${text}T12:00:00Z`, 'UTC')).toBe(text)
    },
  )

  test.each([
    [1, 'vor 1 Sekunde'],
    [45, 'vor 45 Sekunden'],
    [minute, 'vor 1 Minute'],
    [5 * minute, 'vor 5 Minuten'],
    [hour, 'vor 1 Stunde'],
    [23 * hour, 'vor 23 Stunden'],
    [day, 'Gestern'],
    [2 * day, 'vor 2 Tagen'],
    [7 * day, 'vor 1 Woche'],
    [21 * day, 'vor 3 Wochen'],
    [30 * day, 'vor 1 Monat'],
    [60 * day, 'vor 2 Monaten'],
    [365 * day, 'vor 1 Jahr'],
    [800 * day, 'vor 2 Jahren'],
  ])('%d seconds before now reads "%s"', (seconds, text) => {
    expect(timeAgo(before(seconds), now, 'UTC')).toBe(text)
  })

  test.each([
    [0, 'Heute aktiv'],
    [1, 'Gestern aktiv'],
    [12, 'Vor 12 Tagen aktiv'],
    [31, 'Vor 1 Monat aktiv'],
    [731, 'Vor 2 Jahren aktiv'],
  ])('activity %d days before now reads "%s"', (days, text) => {
    expect(activity(before(days * day), now, 'UTC')).toBe(text)
  })

  test.each([
    ['2026-11-16', 7, 'Mo'],
    ['2026-11-05', 30, '05.11.'],
    ['2026-11-05T09:00:00Z', 1, '9 Uhr'],
    ['2026-11-05T21:00:00Z', 1, '21 Uhr'],
  ])('%s on an axis of %d days is labelled %s', (at, rangeDays, text) => {
    expect(axisLabel(at, rangeDays, 'UTC')).toBe(text)
  })

  test('numbers have a decimal comma and dots between thousands', () => {
    expect(exactNumber(5763)).toBe('5.763')
    expect(shortNumber(1000)).toBe('1000')
    expect(shortNumber(1250)).toBe('1,3 Tsd.')
    expect(shortNumber(2_340_000)).toBe('2,3 Mio.')
    expect(percent(0.034)).toBe('3,4 %')
    expect(fileSize(1_400_000)).toBe('1,4 MB')
    expect(duration((1047 * 60 + 38) * minuteMs)).toBe('1.047\u00A0Std.\u00A038\u00A0Min.')
    expect(shortAge(before(3 * hour), now)).toBe('3 Std.')
    expect(activity(null, now)).toBe('Nie aktiv')
  })
})
