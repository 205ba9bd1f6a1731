// @vitest-environment happy-dom
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TakedownEvidence } from './takedown-evidence.tsx'
import { show, signIn } from '../../../../test/show.tsx'

const takedown = { id: 'a', kind: 'threat', source: 'Domain', threatId: 'b', title: 'a.example', events: [], files: [] }
const threat = { evidence: [], proofs: [], firstSeen: '2026-01-02T03:04:05Z', version: 1, domain_name: 'a.example' }

test('evidence that could not be loaded is not shown as none, and is loaded on Retry', async () => {
  let isDown = true
  await signIn({ role: 'superAdmin', adminCompanies: ['bank'] }, (path) => {
    if (path.includes('/packs')) return Response.json([])
    return isDown ? Promise.reject(new TypeError('down')) : Response.json(threat)
  })
  show(<TakedownEvidence takedown={takedown as unknown as TakedownDetail} />)
  await screen.findByRole('heading', { name: "Couldn't load the evidence" })
  expect(screen.queryByText(/^No files yet/)).toBeNull()

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText(/^No files yet/)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the evidence leads with the page that shows the brand, not with a newer one that hides it', async () => {
  const capture = (sha256: string) => ({
    id: sha256,
    sha256,
    kind: 'capture',
    type: 'image/png',
    capturedAt: threat.firstSeen,
    name: sha256,
    size: 1,
    href: `/${sha256}`,
  })
  const hidden = {
    ...threat,
    evidence: [capture('harmless'), capture('phishing')],
    proofs: [{ picture: 'phishing', places: [{}] }],
  }
  await signIn({ role: 'client' }, (path) => Response.json(path.includes('/packs') ? [] : hidden))
  show(<TakedownEvidence takedown={takedown as unknown as TakedownDetail} />)
  expect((await screen.findByRole('img', { name: 'Capture of a[.]example' })).getAttribute('src')).toBe('/phishing')
})
