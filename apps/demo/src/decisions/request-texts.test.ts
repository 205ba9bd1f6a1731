import { expect, test } from 'vitest'
import { requestDueFrom } from '@signet/contract/requests/requests'
import { dayMs } from '@signet/contract/time'
import { requestTexts } from './request-texts.ts'

test('open requests are of the last days; the team is a few days late with one of them and wrote about it', () => {
  const open = requestTexts.filter(({ status }) => ['open', 'inProgress', 'waiting'].includes(status))
  for (const { subject, daysAgo } of open) expect(daysAgo, subject).toBeLessThan(5)
  const today = new Date('2026-11-20T15:20:00Z')
  const late = open.filter(
    ({ kind, status, daysAgo = 0 }) =>
      status !== 'waiting' && requestDueFrom(new Date(today.getTime() - daysAgo * dayMs), kind) < today,
  )
  expect(late).toHaveLength(1)
  for (const { talk } of late) expect(talk.at(-1)).toMatch(/^> /)
})

const ofBank = (text: string) => text.replaceAll('{name}', 'Meridian Bank').replaceAll('{word}', 'meridian')

test('requests call the company by its name, never like a common noun', () => {
  for (const { subject, text, talk } of requestTexts) {
    for (const written of [subject, text, ...talk].map(ofBank)) {
      // The word may be part of an address or an account, but doesn't stand alone.
      expect(written).not.toMatch(/(?<![\w.@/-])meridians?(?![\w.@/-])/)
      expect(written).not.toMatch(/\b(?:an?|the) Meridian Bank(?:s\b|[.,?!]|$)/i)
    }
  }
})
