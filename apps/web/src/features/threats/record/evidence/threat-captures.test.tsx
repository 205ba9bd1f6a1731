// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newQueryClient, serverError, show, signIn } from '../../../../../test/show.tsx'
import type { AnyDetail } from '../../records.ts'
import { ThreatCaptures } from './threat-captures.tsx'

const threat = { id: 't-1', source: 'Domain' } as AnyDetail

test.each(['admin', 'client'] as const)(
  'captures that could not be loaded are no empty list for the role %s, which can load them again',
  async (role) => {
    const answer = Promise.withResolvers<Response>()
    await signIn({ role }, () => answer.promise)
    const { container } = show(<ThreatCaptures threat={threat} />)
    expect(screen.queryByRole('list')).toBeNull()
    expect(container.querySelectorAll('.ghost').length > 0).toBe(role === 'admin')
    answer.resolve(serverError())
    await screen.findByRole('heading', { name: "Couldn't load captures" })
    expect(screen.queryByRole('list')).toBeNull()
    screen.getByRole('button', { name: 'Retry' })
  },
)

test('clients see nothing of captures before the first one', async () => {
  await signIn({ role: 'client' }, () => Response.json([]))
  const client = newQueryClient()
  const { container } = show(<ThreatCaptures threat={threat} />, client)
  await waitFor(() => expect(client.getQueryCache().getAll()[0]?.state.data).toEqual([]))
  expect(container.textContent).toBe('')
})
