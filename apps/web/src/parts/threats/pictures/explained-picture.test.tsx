// @vitest-environment happy-dom
import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { LookalikeProof } from '@signet/contract/threats/lookalike-proofs'
import { ExplainedPicture } from './explained-picture.tsx'

const proof: LookalikeProof = {
  picture: 'a'.repeat(64),
  view: { width: 1000, height: 500 },
  showsBrand: 0.98,
  verdict: 'impostor',
  places: [
    { kind: 'logo', percent: 94, box: { x: 100, y: 50, width: 200, height: 50 } },
    { kind: 'password', percent: null, box: { x: 500, y: 300, width: 200, height: 40 } },
    { kind: 'pin', percent: null, box: { x: 500, y: 700, width: 200, height: 40 } },
  ],
  comparedAt: '2026-11-20T10:00:00Z',
}

test('a reason leads to its box and the box to its reason, and both are marked together', () => {
  render(<ExplainedPicture src="/capture.png" alt="Capture of a.test" proof={proof} />)
  const reasons = within(screen.getByRole('list', { name: 'Found in this capture' }))
  const reason = reasons.getByRole('button', { name: 'Logo 94%' })
  const box = screen.getAllByRole('button', { name: 'Logo 94%' }).find((button) => button !== reason)
  fireEvent.click(reason)
  expect(document.activeElement).toBe(box)
  expect([box?.dataset['active'], reason.dataset['active']]).toEqual(['true', 'true'])
  expect(box?.style.left).toBe('10%')
  if (box) fireEvent.click(box)
  expect(document.activeElement).toBe(reason)
  expect(screen.queryByRole('button', { name: /PIN/ })).toBeNull()
  reasons.getByText('Asks for PIN (further down the page)')
})

test('boxes can be hidden, and the reasons stay', () => {
  render(<ExplainedPicture src="/capture.png" alt="Capture of a.test" proof={proof} />)
  const toggle = screen.getByRole('button', { name: 'Show boxes', pressed: true })
  fireEvent.click(toggle)
  screen.getByRole('button', { name: 'Show boxes', pressed: false })
  expect(screen.queryByRole('button', { name: 'Asks for password' })).toBeNull()
  screen.getByText('Asks for password')
})

test('a text that names the brand and a QR code are named, each with its box', () => {
  const box = { x: 100, y: 150, width: 200, height: 30 }
  const places: LookalikeProof['places'] = [
    { kind: 'name', percent: null, box },
    { kind: 'qrCode', percent: null, box: { ...box, y: 250 } },
  ]
  render(<ExplainedPicture src="/capture.png" alt="Capture of a.test" proof={{ ...proof, places }} />)
  for (const name of ['Names the brand', 'QR code']) expect(screen.getAllByRole('button', { name })).toHaveLength(2)
})
