// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RecordsContext } from '../../records.ts'
import { threatRecords } from '../../threat-records.ts'
import { SourceRail } from './source-rail.tsx'
import { serverError, showPage, signIn } from '../../../../../test/show.tsx'

test('counts of the sources that could not be loaded are named, and are loaded on Retry', async () => {
  let isDown = true
  await signIn({ role: 'client', threatSources: ['Domain'], toutSources: [] }, () =>
    isDown ? serverError() : Response.json([{ value: 'Domain', label: 'Domain', count: 12 }]),
  )
  showPage(() => (
    <RecordsContext value={threatRecords}>
      <SourceRail source="All" search={{ severity: ['High'], q: 'shop' }} />
    </RecordsContext>
  ))
  await screen.findByText("Couldn't load the counts.")
  expect(screen.getByRole('link', { name: /^Domain/ }).querySelector('.num')).toBeNull()
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('link', { name: /^Domains?\s*12/ })
  expect(screen.queryByText("Couldn't load the counts.")).toBeNull()
})
