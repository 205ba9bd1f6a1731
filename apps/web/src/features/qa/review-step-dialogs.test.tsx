// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dayMs } from '@signet/contract/time'
import { show, signIn } from '../../../test/show.tsx'
import type { QaRecord } from './qa-kind.ts'
import { StepDialogs } from './review-step-dialogs.tsx'

const final = "You can't undo this."
const after = (ms: number) => new Date(Date.now() + ms).toISOString()

test.each([
  ['threat', 'Recall threat?', { announcedAt: after(-dayMs) }, true],
  ['tout', 'Recall tout?', { announcedAt: after(-dayMs) }, true],
  ['threat', 'Recall threat?', { announcedAt: after(dayMs) }, false],
  ['threat', 'Recall threat?', { whitelistedInReview: true }, true],
] as const)('the recall of a %s asks "%s", and says whether it is final: %j', async (kind, name, more, isFinal) => {
  await signIn({ role: 'qa' }, () => Response.json({}))
  const record = { id: 'a', source: 'Domain', title: 'one.test', ...more } as unknown as QaRecord
  const pendingStep = { step: 'recall' as const, threats: [record] }
  show(<StepDialogs kind={kind} pendingStep={pendingStep} onConfirm={() => {}} onClose={() => {}} />)
  const dialog = await screen.findByRole('dialog', { name })
  expect(dialog.textContent.includes(final)).toBe(isFinal)
})
