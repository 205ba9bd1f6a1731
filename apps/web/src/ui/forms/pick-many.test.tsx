// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PickMany } from './pick-many.tsx'

afterEach(cleanup)

test('the menu shows that its values could not be loaded, and loads them on Retry', async () => {
  let isDown = true
  function Companies() {
    const companies = useQuery({
      queryKey: ['companies'],
      queryFn: () =>
        isDown ? Promise.reject(new Error('down')) : Promise.resolve([{ key: 'bank', label: 'Bank of Examples' }]),
    })
    return (
      <PickMany
        label="Companies"
        addLabel="Add companies"
        items={companies.data}
        query={companies}
        value={[]}
        onChange={() => undefined}
      />
    )
  }
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Companies />
    </QueryClientProvider>,
  )
  // The test browser doesn't open popovers itself.
  fireEvent(screen.getByRole('dialog'), Object.assign(new Event('toggle'), { newState: 'open' }))
  await screen.findByRole('heading', { name: "Couldn't load options" })

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('checkbox', { name: 'Bank of Examples' })
  expect(screen.queryByRole('alert')).toBeNull()
})
