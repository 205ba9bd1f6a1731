// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { serverError, showPage, signIn } from '../../../test/show.tsx'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { ShellKeys } from './shell-keys.tsx'

const config = { pages: [], addThreats: false, navigation: 'standard', qaNavigation: 'deletionQueue' } as const
const modules = { touts: false, leaks: false, news: false, kmp: false }

afterEach(() => localStorage.clear())

test('a letter that was moved never does what it did before, also while the new one is loading', async () => {
  localStorage.setItem('signet.portal.u', JSON.stringify({ values: { keys: { takedown: 'q' } }, unsent: [] }))
  await signIn(
    { role: 'client', config: { ...config, pages: [] }, modules, threatSources: [], toutSources: [] },
    serverError,
  )
  const takedown = vi.fn()
  function Page() {
    useShortcuts({ t: takedown })
    // Before anything can have been loaded.
    useEffect(() => void fireEvent.keyDown(document.body, { key: 't' }), [])
    return <ShellKeys />
  }
  showPage(Page)
  await vi.waitFor(() => {
    fireEvent.keyDown(document.body, { key: 'q' })
    expect(takedown).toHaveBeenCalled()
  })
  const [[event]] = takedown.mock.calls as [[KeyboardEvent]]
  expect(event.key).toBe('q')
})
