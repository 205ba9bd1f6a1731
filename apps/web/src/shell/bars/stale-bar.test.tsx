// @vitest-environment happy-dom
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { StaleBar } from './stale-bar.tsx'

test("data that couldn't be refreshed is shown as out of date until it is refreshed", async () => {
  let isDown = false
  const read = () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(7))
  function Page() {
    const { data } = useQuery({ queryKey: ['figure'], queryFn: read, retry: false })
    return <b>{data}</b>
  }
  render(
    <QueryClientProvider client={queryClient}>
      <StaleBar />
      <Page />
    </QueryClientProvider>,
  )
  await screen.findByText('7')
  expect(screen.queryByRole('button')).toBeNull()

  isDown = true
  await queryClient.refetchQueries()
  await screen.findByText("Part of this page couldn't be refreshed.")
  screen.getByText('Updated 1 second ago')
  // The loaded data stays visible.
  screen.getByText('7')

  isDown = false
  screen.getByRole('button', { name: 'Retry' }).click()
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
})
