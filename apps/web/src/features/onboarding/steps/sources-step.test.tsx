// @vitest-environment happy-dom
import type { Company } from '@signet/contract/companies/onboarding'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SourcesStep } from './sources-step.tsx'
import { show } from '../../../../test/show.tsx'

vi.mock('../../../navigation/switch-company.ts', () => ({ useSwitchCompany: () => async () => {} }))

const company = {
  key: 'bank',
  version: 1,
  threatSources: ['Domain'],
  toutSources: [],
  modules: {},
} as unknown as Company

test('how sources are collected is said to be missing if it could not be loaded, and is loaded on Retry', async () => {
  let isDown = true
  vi.stubGlobal('fetch', () => (isDown ? Promise.reject(new TypeError('down')) : Promise.resolve(Response.json([]))))
  show(<SourcesStep company={company} setup={null} onNext={() => {}} onStep={() => {}} />)
  await screen.findByText("Couldn't load how the sources are collected.")

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await vi.waitFor(() => expect(screen.queryByText("Couldn't load how the sources are collected.")).toBeNull())
})
