import { expect, test } from 'vitest'
import { hourMs } from '@signet/contract/time'
import { takedownTiming, type CaseRecord } from './takedown-clocks.ts'

const start = Date.parse('2026-03-01T00:00:00Z')
const at = (hours: number) => new Date(start + hours * hourMs).toISOString()
const inHours = (ms: number) => ms / hourMs

/** A case that came back once, as a script of hours. */
const record: CaseRecord = {
  detected: at(-10),
  reviewed: at(-8),
  seenByClient: at(-1),
  requested: at(0),
  statuses: [
    { value: 'awaiting_authorisation', at: at(0) },
    { value: 'authorised', at: at(5) },
    { value: 'submitted', at: at(6) },
    { value: 'info_requested', at: at(20) },
    { value: 'submitted', at: at(23) },
    { value: 'offline_monitoring', at: at(30.5) },
    { value: 'reopened', at: at(50.5) },
    { value: 'submitted', at: at(51) },
    { value: 'offline_monitoring', at: at(60.5) },
  ],
  states: [
    { value: 'active', at: at(1) },
    { value: 'offline', at: at(30) },
    { value: 'cloaked', at: at(50) },
    { value: 'offline', at: at(60) },
  ],
  unescalated: [],
  noticesSent: [at(51), at(6), at(23)],
  answers: [at(20)],
  blocked: [at(8), at(9)],
}
const moment = (timing: ReturnType<typeof takedownTiming>, key: string) => timing.moments.find((one) => one.key === key)
const spans = ({ spans: all }: ReturnType<typeof takedownTiming>) =>
  Object.fromEntries(all.map(({ key, ms, isRunning }) => [key, isRunning ? [inHours(ms)] : inHours(ms)]))

test('the first and the last time of everything are kept', () => {
  const timing = takedownTiming(record, start + 100 * hourMs)
  expect(moment(timing, 'noticeSent')).toEqual({ key: 'noticeSent', first: at(6), last: at(51), count: 3 })
  expect(moment(timing, 'offline')).toEqual({ key: 'offline', first: at(30), last: at(60), count: 2 })
  expect(moment(timing, 'backOnline')).toEqual({ key: 'backOnline', first: at(50), last: at(50), count: 1 })
  expect(timing.moments.map(({ key }) => key)).toEqual([
    'detected',
    'reviewed',
    'seenByClient',
    'requested',
    'authorised',
    'noticeSent',
    'answered',
    'blocked',
    'offline',
    'backOnline',
    'reopened',
  ])
})

test('durations are those of the script', () => {
  expect(spans(takedownTiming(record, start + 100 * hourMs))).toEqual({
    review: 2,
    authorisation: 5,
    notice: 1,
    answer: 14,
    firstOutage: 25,
    finalOutage: 55,
    uptime: 25 + 10,
  })
})

test('what has not happened yet runs, until the case ends', () => {
  const running = { ...record, statuses: record.statuses.slice(0, 3), states: record.states.slice(0, 1) }
  const open = { ...running, noticesSent: [at(6)], answers: [] }
  expect(spans(takedownTiming(open, start + 12 * hourMs))).toEqual({
    review: 2,
    authorisation: 5,
    notice: 1,
    answer: [6],
    firstOutage: [7],
    finalOutage: [7],
    uptime: [7],
  })
  const ended = { ...open, statuses: [...open.statuses, { value: 'refused' as const, at: at(16) }] }
  const timing = takedownTiming(ended, start + 500 * hourMs)
  expect(spans(timing)).toEqual({ review: 2, authorisation: 5, notice: 1, answer: 10, uptime: 11 })
  expect(moment(timing, 'ended')?.last).toBe(at(16))
})

test('waiting is counted for the one who was waited for, and the watch for nobody', () => {
  const { waitingMs } = takedownTiming(record, start + 100 * hourMs)
  expect(Object.values(waitingMs).map(inHours)).toEqual([5, 1 + 3 + 0.5, 14 + 7.5 + 9.5])
})

test('our team is waited for while no contact is known above a provider that did not act', () => {
  // Due from 10 to 13, from 28 until the target went offline, and from 55 on, which ended with the target as well.
  const unescalated = [
    { from: at(10), until: at(13) },
    { from: at(28), until: at(51) },
    { from: at(55), until: null },
  ]
  const { waitingMs } = takedownTiming({ ...record, unescalated }, start + 100 * hourMs)
  const moved = 3 + 2.5 + 5.5
  expect(Object.values(waitingMs).map(inHours)).toEqual([5, 1 + 3 + 0.5 + moved, 14 + 7.5 + 9.5 - moved])
})

test('a status that was set manually counts where no notice or answer is recorded', () => {
  const timing = takedownTiming({ ...record, noticesSent: [], answers: [] }, start + 100 * hourMs)
  expect(moment(timing, 'noticeSent')).toMatchObject({ first: at(6), last: at(51) })
  expect(moment(timing, 'answered')).toMatchObject({ first: at(20), last: at(20) })
})

const outages = ({ firstOutage, finalOutage }: Record<string, unknown>) => [firstOutage, finalOutage]

test('a target that no check can see is offline while its case says so', () => {
  const statuses = [
    { value: 'authorised', at: at(1) },
    { value: 'offline_monitoring', at: at(9) },
  ] as const
  const unseen = { ...record, statuses, states: [] }
  expect(outages(spans(takedownTiming(unseen, start + 20 * hourMs)))).toEqual([8, 8])
  const reopened = [...statuses, { value: 'reopened', at: at(12) } as const]
  expect(outages(spans(takedownTiming({ ...unseen, statuses: reopened }, start + 20 * hourMs)))).toEqual([8, [19]])
})
