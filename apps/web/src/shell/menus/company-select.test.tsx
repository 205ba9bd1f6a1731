// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage, signIn } from '../../../test/show.tsx'
import { CompanySelect } from './company-select.tsx'

const choices = [
  { company: 'bank', name: 'Bank', logo: null },
  { company: 'rail', name: 'Rail', logo: null },
]
const backlog = [
  { company: 'bank', name: 'Bank', waiting: 3 },
  { company: 'rail', name: 'Rail', waiting: 12 },
]

async function open(role: 'qa' | 'admin'): Promise<string[]> {
  const asked: string[] = []
  await signIn({ role, adminCompanies: ['bank', 'rail'] }, (path) => {
    asked.push(path)
    return Response.json(path.includes('/qa/backlog') ? backlog : choices)
  })
  showPage(() => <CompanySelect name="Bank" logo={null} />)
  await screen.findByText('2 companies')
  fireEvent(screen.getByRole('dialog'), Object.assign(new Event('toggle'), { newState: 'open' }))
  await screen.findByRole('option', { name: /Rail/ })
  return asked
}

test('the menu of companies says to a reviewer how many wait for review in each', async () => {
  await open('qa')
  expect(await screen.findByRole('option', { name: /Rail.*12 waiting/ })).not.toBeNull()
  expect(screen.getByRole('option', { name: /Bank.*3 waiting/ })).not.toBeNull()
})

test('the menu of companies asks for no backlog for those who may not review', async () => {
  const asked = await open('admin')
  expect(asked.filter((path) => path.includes('/qa/'))).toEqual([])
  expect(screen.queryByText(/waiting/)).toBeNull()
})
