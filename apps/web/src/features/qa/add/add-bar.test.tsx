// @vitest-environment happy-dom
import type { Role } from '@signet/contract/access/permissions'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show, signIn } from '../../../../test/show.tsx'
import { AddBar } from './add-bar.tsx'

const open = async (role: Role) => {
  await signIn({ role, company: 'bank', adminCompanies: ['bank'] }, () => Response.json({ name: 'Meridian Bank' }))
  show(<AddBar counts="1 new" count={1} isBusy={false} send={() => undefined} />)
}

test('who works for several companies sees which one the threats are added for, next to the buttons', async () => {
  await open('superAdmin')
  expect(await screen.findByText('For Meridian Bank')).toBeTruthy()
  screen.getByText('1 new')
  screen.getByRole('button', { name: 'Send to review' })
})
