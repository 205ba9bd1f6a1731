// @vitest-environment happy-dom
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TakedownEvidence } from './takedown-evidence.tsx'
import { show, signIn } from '../../../../test/show.tsx'

const takedown = { id: 'a', kind: 'threat', source: 'Domain', threatId: 'b', title: 'a.example', events: [], files: [] }
const threat = { evidence: [], firstSeen: '2026-01-02T03:04:05Z', version: 1, domain_name: 'a.example' }

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
