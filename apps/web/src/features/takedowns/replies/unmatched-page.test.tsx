// @vitest-environment happy-dom
import type { Role } from '@signet/contract/access/permissions'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { UnmatchedPage } from './unmatched-page.tsx'
import { showPage, signIn } from '../../../../test/show.tsx'

const mail = {
  id: 'm',
  subject: 'An offer',
  from: 'sales@shop.example',
  text: 'Buy',
  receivedAt: '2026-01-02T03:04:05Z',
}

async function open(role: Role, answer: (path: string) => Response) {
  await signIn({ role, adminCompanies: ['bank'] }, answer)
  showPage(UnmatchedPage)
}

test('an email is removed from the list only after a confirmation that names it', async () => {
  let isRemoved = false
  await open('superAdmin', (path) => {
    if (path.includes('/dismiss')) {
      isRemoved = true
      return new Response(null, { status: 204 })
    }
    const items = isRemoved ? [] : [mail]
    return Response.json({ items, total: items.length, pageNumber: 1, limit: 20 })
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Remove from list' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remove “An offer” from the list?' })
  expect(isRemoved).toBe(false)

  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove from list' }))
  await screen.findByText('No unmatched emails')
  expect(isRemoved).toBe(true)
})

test('a client reads that the page is for the people who send notices', async () => {
  await open('client', () => Response.json({}))
  await screen.findByText('This page is for the people who send notices.')
  expect(screen.queryByText('An offer')).toBeNull()
})
