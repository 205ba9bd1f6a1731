// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Company } from '@signet/contract/companies/onboarding'
import { show, signIn } from '../../../../test/show.tsx'
import { ScanSchedule } from './scan-schedule.tsx'

const company = { key: 'bank', name: 'Bank', config: {}, version: 3 } as unknown as Company

async function open(answer: () => Response) {
  const sent: unknown[] = []
  await signIn({ role: 'superAdmin' }, (path, { body }) => {
    if (body === undefined) return Response.json([])
    sent.push([path.split('?')[0], JSON.parse(typeof body === 'string' ? body : '')])
    return answer()
  })
  show(<ScanSchedule company={company} isPossible />)
  return sent
}
const field = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Repeat the scan' })

test('the schedule of the scan is saved as soon as it is chosen, and a refusal is said at the field', async () => {
  let isDown = false
  const sent = await open(() =>
    isDown ? Response.json({ code: 'CONFLICT', message: 'It changed.' }, { status: 409 }) : Response.json(company),
  )
  expect(field().selectedOptions[0]?.textContent).toBe('Never')
  fireEvent.change(field(), { target: { value: 'week' } })
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual([expect.stringMatching(/\/bank$/), { config: { scanEvery: 'week' }, version: 3 }])

  isDown = true
  fireEvent.change(field(), { target: { value: 'day' } })
  await screen.findByText(/It changed\./)
})
