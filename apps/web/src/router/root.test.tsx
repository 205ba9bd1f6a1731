// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage } from '../../test/show.tsx'
import { ApiError } from '../api/api-error.ts'
import { RootError } from './root.tsx'

test('a server without a response is named, and the page offers to try again', async () => {
  showPage(() => <RootError error={new ApiError('fetch failed', { code: 'OFFLINE', status: 0 })} />)
  await screen.findByText("The server didn't respond. Check your connection, then try again.")
  screen.getByRole('button', { name: 'Retry' })
})

test('a page that crashed shows no message of the program', async () => {
  showPage(() => <RootError error={new TypeError("Cannot read properties of undefined (reading 'id')")} />)
  await screen.findByText('Something went wrong. Try again.')
  expect(screen.queryByText(/undefined/)).toBeNull()
})
