import { describe, expect, test } from 'vitest'
import { required } from '@signet/contract/narrow'
import { attemptChannelNames } from '@signet/contract/takedowns/attempts'
import { takedownFlow, takedownStatuses } from '@signet/contract/takedowns/takedown-status'
import { criticalTimerDivisor, timersOf, usualTakedownPolicy } from '@signet/contract/takedowns/takedown-policy'
import { dayMs, hourMs, minuteMs } from '@signet/contract/time'
import { later, readRecording, recordedToday } from './recorded-cases.ts'

const recording = readRecording(recordedToday)

type Row = Record<string, unknown>

/** The rows of a table of recorded cases, by column. */
function rowsOf(key: string, table: string): Row[] {
  const { columns, rows } = required(
    required(recording[key], key).tables.find(({ name }) => name === table),
    table,
  )
  return rows.map((values) => Object.fromEntries(columns.map(([name], index) => [name, values[index]])))
}
const numberOf = (value: unknown) => (typeof value === 'number' ? value : Number.NaN)
const channelOf = ({ channel }: Row) =>
  required(
    attemptChannelNames.find((one) => one === channel),
    'a channel',
  )
const of = (map: ReadonlyMap<string, Row[]>, takedown: Row) => map.get(String(takedown['id'])) ?? []
const domainOf = (address: unknown) => String(address).slice(String(address).indexOf('@'))
const grouped = (rows: readonly Row[], column: string) => Map.groupBy(rows, (row) => String(row[column]))

describe.each(Object.keys(recording))('the recorded cases of %s', (key) => {
  const takedowns = rowsOf(key, 'takedowns')
  const periods = grouped(rowsOf(key, 'takedown_periods'), 'takedown_id')
  const attempts = grouped(rowsOf(key, 'takedown_attempts'), 'takedown_id')
  const checks = grouped(rowsOf(key, 'takedown_checks'), 'takedown_id')
  const mails = new Map(rowsOf(key, 'mails').map((mail) => [mail['id'], mail]))
  const inbound = rowsOf(key, 'inbound_mails')
  const replies = grouped(inbound, 'takedown_id')
  const audit = grouped(rowsOf(key, 'audit'), 'target_id')
  const statusesOf = (takedown: Row) =>
    of(periods, takedown)
      .filter(({ axis }) => axis === 'status')
      .map(({ status, began_at: at }) => ({
        status: required(
          takedownStatuses.find((one) => one === status),
          'a status',
        ),
        at: numberOf(at),
      }))

  test('went an allowed way and reached their statuses in order, none after today', () => {
    for (const takedown of takedowns) {
      const walked = statusesOf(takedown)
      expect(walked.at(-1)?.status).toBe(takedown['status'])
      for (const [index, { status, at }] of walked.entries()) {
        const before = walked[index - 1]
        expect(takedownStatuses).toContain(status)
        expect(at).toBeLessThanOrEqual(0)
        if (!before) continue
        const next: readonly string[] = takedownFlow[before.status]
        expect(next, String(takedown['id'])).toContain(status)
        expect(at).toBeGreaterThanOrEqual(before.at)
      }
    }
  })

  test('have what each status names: a notice that was sent, an answer, checks that agree, or the reason of a person', () => {
    for (const takedown of takedowns) {
      const manual = Object.keys(Object(takedown['set_manually']))
      const own = of(attempts, takedown)
      const moves = of(audit, takedown).filter(({ action }) => action === 'takedown.moved')
      for (const { status, at } of statusesOf(takedown)) {
        const sent = own.filter((attempt) => attempt['sent_at'] !== null && numberOf(attempt['sent_at']) <= at)
        if (status === 'submitted') expect(sent.length, String(takedown['id'])).toBeGreaterThan(0)
        if (status === 'escalated' && !manual.includes(status))
          expect(sent.filter(({ purpose }) => purpose === 'escalation').length).toBeGreaterThan(0)
        if (['acknowledged', 'info_requested', 'refused'].includes(status) && !manual.includes(status)) {
          // A later answer replaces that of the attempt, so what arrived or was entered is compared.
          const arrived = of(replies, takedown).map(({ received_at: arrivedAt }) => numberOf(arrivedAt))
          const entered = of(audit, takedown).filter(({ action }) => action === 'takedown.attemptChanged')
          const answers = [...arrived, ...entered.map((entry) => numberOf(entry['at']))]
          expect(answers.some((answeredAt) => answeredAt <= at)).toBe(true)
        }
        if (status === 'resolved' && !manual.includes(status)) {
          const offlineAt = statusesOf(takedown).findLast((one) => one.status === 'offline_monitoring')?.at
          expect(at - numberOf(offlineAt)).toBeGreaterThanOrEqual(7 * dayMs - hourMs)
        }
        if (['offline_monitoring', 'resolved'].includes(status)) {
          const move = moves.find(
            ({ after, at: movedAt }) => Object(after).status === status && Math.abs(numberOf(movedAt) - at) < 1000,
          )
          expect(Object(move?.['after'])[manual.includes(status) ? 'remark' : 'words']).toBeTruthy()
        }
      }
    }
  })

  test('went offline after two checks that agree', () => {
    for (const takedown of takedowns) {
      const offlineAt = statusesOf(takedown).findLast(({ status }) => status === 'offline_monitoring')?.at
      const isManual = Object.hasOwn(Object(takedown['set_manually']), 'offline_monitoring')
      // Older checks are deleted.
      if (offlineAt === undefined || isManual || offlineAt < -29 * dayMs) continue
      const before = of(checks, takedown).filter(({ at }) => numberOf(at) <= offlineAt)
      expect(before.slice(-2).map(({ state }) => state)).toEqual(['offline', 'offline'])
    }
  })

  test('were answered by those who were notified', () => {
    const byId = new Map([...attempts.values()].flat().map((attempt) => [attempt['id'], attempt]))
    expect(inbound.length > 0 || key.endsWith('tout')).toBe(true)
    for (const mail of inbound) {
      const attempt = required(byId.get(mail['attempt_id']), 'the notice of an answer')
      expect(domainOf(mail['from_address'])).toBe(domainOf(attempt['recipient']))
      expect(numberOf(mail['received_at'])).toBeGreaterThan(numberOf(attempt['sent_at']))
      expect(mails.get(attempt['mail_id'])?.['to_address']).toBe(attempt['recipient'])
    }
  })

  test('had reminders and escalations no earlier than their timers, or an answer, allow', () => {
    for (const takedown of takedowns) {
      const own = of(attempts, takedown)
      for (const attempt of own) {
        if (attempt['purpose'] !== 'reminder') continue
        const first = required(
          own.find((one) => one['recipient'] === attempt['recipient'] && one['purpose'] !== 'reminder'),
          'the first notice',
        )
        const { remindHours } = timersOf(usualTakedownPolicy, channelOf(first))
        const waited = numberOf(attempt['at']) - numberOf(first['sent_at'])
        expect(waited).toBeGreaterThanOrEqual((remindHours * hourMs) / criticalTimerDivisor)
      }
      for (const attempt of own.filter(({ purpose }) => purpose === 'escalation')) {
        const earlier = own.filter((one) => numberOf(one['sent_at']) < numberOf(attempt['at']))
        const isDue = earlier.some((one) => {
          const { escalateHours } = timersOf(usualTakedownPolicy, channelOf(one))
          const waited = numberOf(attempt['at']) - numberOf(one['sent_at'])
          return (
            ['refused', 'bounced'].includes(String(one['status'])) ||
            waited >= (escalateHours * hourMs) / criticalTimerDivisor
          )
        })
        expect(isDue, String(takedown['id'])).toBe(true)
      }
    }
  })
})

test('an instant in a text moves in the form in which it is written', () => {
  const text = [
    'on 2026-11-20 15:20 (UTC)',
    '{"a":"2026-11-20T15:20:00.123Z","b":"2026-11-20T15:20:00+00:00","c":"\\n2026-11-20 15:20"}',
    'Date: Fri, 20 Nov 2026 15:20:00 +0000',
    'answer-20261120T152000Z.eml 20261120',
  ].join('\n')
  expect(later(text, dayMs + minuteMs)).toBe(
    [
      'on 2026-11-21 15:21 (UTC)',
      '{"a":"2026-11-21T15:21:00.123Z","b":"2026-11-21T15:21:00+00:00","c":"\\n2026-11-21 15:21"}',
      'Date: Sat, 21 Nov 2026 15:21:00 +0000',
      'answer-20261121T152100Z.eml 20261120',
    ].join('\n'),
  )
})
