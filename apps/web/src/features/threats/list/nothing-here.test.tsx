// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RecordsContext } from '../records.ts'
import { threatRecords } from '../threat-records.ts'
import { NothingHere } from './nothing-here.tsx'
import { showPage, signIn } from '../../../../test/show.tsx'

test('an unknown source is named in a sentence, with the sources that the company has', async () => {
  await signIn({ role: 'client', threatSources: ['Domain', 'Instagram'], toutSources: [] }, () =>
    Response.json({ company: 'bank', name: 'Meridian Bank', threatSources: ['Domain', 'Instagram'] }),
  )
  showPage(() => (
    <RecordsContext value={threatRecords}>
      <NothingHere unknown="Nonsense" />
    </RecordsContext>
  ))
  await screen.findByText(/^Meridian Bank has no source called “Nonsense”\./)
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/threats/Domain',
    '/threats/Instagram',
  ])
  expect(screen.getByRole('button', { name: 'Show all sources' })).not.toBeNull()
})
