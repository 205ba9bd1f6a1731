// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PickMany } from './pick-many.tsx'
import { show } from '../../../test/show.tsx'

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
  show(<Companies />)
  // The test browser doesn't open popovers itself.
  fireEvent(screen.getByRole('dialog'), Object.assign(new Event('toggle'), { newState: 'open' }))
  await screen.findByRole('heading', { name: "Couldn't load options" })

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('checkbox', { name: 'Bank of Examples' })
  expect(screen.queryByRole('alert')).toBeNull()
})
