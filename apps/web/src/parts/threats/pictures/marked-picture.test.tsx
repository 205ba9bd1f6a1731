// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { LookalikeProof } from '@signet/contract/threats/lookalike-proofs'
import { atTop, FoundPlaces, MarkedPicture } from './marked-picture.tsx'

const proof: LookalikeProof = {
  picture: 'a'.repeat(64),
  view: { width: 1000, height: 500 },
  showsBrand: 0.98,
  verdict: 'impostor',
  places: [
    { kind: 'logo', percent: 94, box: { x: 100, y: 50, width: 200, height: 50 } },
    { kind: 'pin', percent: null, box: { x: 500, y: 700, width: 200, height: 40 } },
  ],
  comparedAt: '2026-11-20T10:00:00Z',
}

test('what was found is listed in words, and marked where it is in the picture', () => {
  const { container } = render(
    <>
      <MarkedPicture src="/capture.png" alt="Capture of a.test" proof={proof} />
      <FoundPlaces proof={proof} />
    </>,
  )
  const list = screen.getByRole('list', { name: 'Found in this capture' })
  expect([...list.children].map(({ textContent }) => textContent)).toEqual([
    'Logo 94%',
    'Asks for PIN (further down the page)',
  ])
  const marks = [...container.querySelectorAll<HTMLElement>('[aria-hidden]')]
  expect(
    marks.map(({ textContent, style: { left, top, width, height } }) => [textContent, left, top, width, height]),
  ).toEqual([['Logo 94%', '10%', '10%', '20%', '10%']])
})

test('of a capture that is much higher than wide, only the top is shown, and what is below it is said to be further down', () => {
  const phone = { ...proof, view: { width: 400, height: 840 } }
  const { container } = render(
    <>
      <MarkedPicture src="/capture.png" alt="Capture of a.test" proof={atTop(phone)} />
      <FoundPlaces proof={atTop(phone)} />
    </>,
  )
  expect(container.querySelector('span')?.style.aspectRatio).toBe('400 / 500')
  expect(container.querySelector<HTMLElement>('[aria-hidden]')?.style.top).toBe('10%')
  expect(screen.getByText('Asks for PIN (further down the page)')).not.toBeNull()
  expect(atTop(proof).view).toEqual(proof.view)
})
