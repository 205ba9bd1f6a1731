import { describe, expect, test } from 'vitest'
import { usualTakedownPolicy } from '@signet/contract/takedowns/takedown-policy'
import { hourMs } from '@signet/contract/time'
import { nextStepOf, type FollowedCase, type FollowedNotice } from './next-step.ts'

/** The instant so many hours after the notice. */
const at = (hours: number) => new Date(Date.UTC(2026, 10, 1) + hours * hourMs).toISOString()

const notice = (more: Partial<FollowedNotice> = {}): FollowedNotice => ({
  id: 'first',
  channel: 'hosting',
  way: 'email',
  recipient: 'abuse@host.example',
  purpose: 'request',
  status: 'sent',
  at: at(0),
  updatedAt: at(0),
  sentAt: at(0),
  answeredAt: null,
  isEscalated: false,
  ...more,
})
const reminder = (hours: number, more: Partial<FollowedNotice> = {}) =>
  notice({ id: `at ${hours}`, purpose: 'reminder', at: at(hours), updatedAt: at(hours), sentAt: at(hours), ...more })

const stepOf = (notices: FollowedNotice[], more: Partial<FollowedCase> = {}) =>
  nextStepOf(
    { statuses: [{ value: 'submitted', at: at(0) }], isCritical: false, isReachable: false, notices, ...more },
    usualTakedownPolicy,
  )
const remindAt = (hours: number) => ({
  kind: 'reminder',
  attemptId: 'first',
  recipient: 'abuse@host.example',
  dueAt: at(hours),
})
const escalateAt = (hours: number) => ({ ...remindAt(hours), kind: 'escalation' })

describe('the next step of a case', () => {
  test('is a reminder, then the next contact', () => {
    expect(stepOf([notice()])).toEqual(remindAt(48))
    expect(stepOf([notice(), reminder(47)])).toEqual(remindAt(95))
    expect(stepOf([notice(), reminder(48)])).toEqual(escalateAt(96))
  })

  test('comes sooner for a critical threat, and later for a registrar', () => {
    expect(stepOf([notice()], { isCritical: true })).toEqual(remindAt(12))
    expect(stepOf([notice({ channel: 'registrar' }), reminder(48), reminder(96)])).toEqual(escalateAt(120))
  })

  test('is never a reminder by email to a form', () => {
    expect(stepOf([notice({ way: 'form', channel: 'platform' })])).toEqual(escalateAt(72))
  })

  test('waits longer for a provider that confirmed, and not at all for one that refused', () => {
    expect(stepOf([notice({ status: 'acknowledged', answeredAt: at(20) })])).toEqual(remindAt(68))
    expect(stepOf([notice({ status: 'refused', answeredAt: at(20) })])).toEqual(escalateAt(20))
    expect(stepOf([notice({ status: 'bounced', updatedAt: at(1) })])).toEqual(escalateAt(1))
  })

  test('does not count the time in which the case waited for the client or the team', () => {
    const statuses: FollowedCase['statuses'] = [
      { value: 'submitted', at: at(0) },
      { value: 'info_requested', at: at(40) },
      { value: 'submitted', at: at(240) },
    ]
    expect(stepOf([notice()], { statuses })).toEqual(remindAt(248))
    expect(stepOf([notice()], { statuses: statuses.slice(0, 2) })).toBeNull()
  })

  test('waits for a person to send what was written', () => {
    expect(stepOf([notice(), reminder(48, { status: 'proposed', sentAt: null })])).toBeNull()
    // What was given up counts like a reminder.
    expect(stepOf([notice(), reminder(24, { status: 'expired', sentAt: null, updatedAt: at(30) })])).toEqual(
      remindAt(78),
    )
  })

  test('goes on with the contact that was notified last', () => {
    const next = notice({
      id: 'next',
      recipient: 'abuse@network.example',
      purpose: 'escalation',
      at: at(96),
      sentAt: at(96),
    })
    expect(stepOf([notice({ isEscalated: true }), next])).toEqual({
      ...remindAt(144),
      attemptId: 'next',
      recipient: 'abuse@network.example',
    })
    expect(stepOf([notice({ status: 'actioned', answeredAt: at(5) })])).toBeNull()
  })

  test('reminds a provider that says it acted while checks still reach the target', () => {
    const acted = notice({ status: 'actioned', answeredAt: at(5) })
    expect(stepOf([acted], { isReachable: true })).toEqual(remindAt(53))
    expect(stepOf([acted, reminder(53)], { isReachable: true })).toEqual(escalateAt(96))
    expect(stepOf([{ ...acted, isEscalated: true }], { isReachable: true })).toBeNull()
  })

  test('begins anew after a relapse', () => {
    const statuses: FollowedCase['statuses'] = [
      { value: 'submitted', at: at(0) },
      { value: 'offline_monitoring', at: at(30) },
      { value: 'reopened', at: at(80) },
      { value: 'submitted', at: at(81) },
    ]
    const again = notice({ id: 'again', purpose: 'relapse', at: at(81), sentAt: at(81) })
    expect(
      stepOf([notice({ status: 'actioned', answeredAt: at(29), isEscalated: true }), again], { statuses }),
    ).toEqual({
      ...remindAt(129),
      attemptId: 'again',
    })
  })
})
