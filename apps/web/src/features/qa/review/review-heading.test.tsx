// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../../../../test/show.tsx'
import type { QaRecord } from '../qa-kind.ts'
import { ReviewHeading } from './review-heading.tsx'

const at = '2026-11-01T00:00:00Z'
const threat = {
  id: 'a',
  source: 'Domain',
  title: 'login-bank.example',
  threatType: 'Look-alike domain',
  severity: 'Medium',
  stage: 'queued',
  stagedAt: at,
  score: 72,
  reasons: ['Phishing keywords'],
  firstSeen: at,
} as unknown as QaRecord

test('the score is given once: next to the reasons for it, and in the heading of a threat without reasons', () => {
  const { unmount } = show(<ReviewHeading kind="threat" threat={threat} failure={undefined} />)
  expect(screen.queryByText(/^Score 72/)).toBeNull()
  unmount()
  show(<ReviewHeading kind="threat" threat={{ ...threat, reasons: [] }} failure={undefined} />)
  screen.getByText('Score 72 of 100 · Medium is 62 or more')
})

test('the whole address is copied next to the title; the name of a person is not an address', async () => {
  const writeText = vi.fn(() => Promise.resolve())
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  const { unmount } = show(<ReviewHeading kind="threat" threat={threat} failure={undefined} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Copy full address' }))
  expect(writeText).toHaveBeenCalledWith('login-bank.example')
  unmount()
  show(<ReviewHeading kind="tout" threat={{ ...threat, source: 'FB', title: 'Bank help' }} failure={undefined} />)
  expect(screen.queryByRole('button')).toBeNull()
})
