// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PagedRows } from '../../../api/paged-rows.ts'
import { type AnyThreat, RecordsContext } from '../records.ts'
import { threatRecords } from '../threat-records.ts'
import { ThreatCountLine } from './count-line.tsx'
import { serverError, showPage, signIn } from '../../../../test/show.tsx'

test('a count of filtered threats that could not be loaded is named, and is loaded on Retry', async () => {
  let isDown = true
  await signIn({ role: 'client', threatSources: ['Domain'], toutSources: [] }, (path) => {
    const total = path.includes('showAutomaticallyFiltered') ? 5 : 3
    return isDown ? serverError() : Response.json({ items: [], total, pageNumber: 1, limit: 1 })
  })
  const rows = { total: 3, matching: 3, totalIsCapped: false, isOld: false, readAt: 0, loaded: [] }
  showPage(() => (
    <RecordsContext value={threatRecords}>
      <ThreatCountLine
        source="All"
        search={{}}
        rows={rows as unknown as PagedRows<AnyThreat>}
        density="compact"
        onDensity={() => undefined}
        columns={{ columns: [], change: () => undefined } as never}
        onExport={undefined}
        onChange={() => undefined}
      />
    </RecordsContext>
  ))
  await screen.findByText("Couldn't load the counts.")
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText(/2 automatically filtered/)
  expect(screen.queryByText("Couldn't load the counts.")).toBeNull()
})
