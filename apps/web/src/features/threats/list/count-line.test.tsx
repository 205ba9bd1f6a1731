// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PagedRows } from '../../../api/paged-rows.ts'
import { type AnyThreat, RecordsContext } from '../records.ts'
import { threatRecords } from '../threat-records.ts'
import type { ListSource } from '../threat-source.ts'
import { ThreatCountLine } from './count-line.tsx'
import { SourceRail } from './filters/source-rail.tsx'
import { serverError, showPage, signIn } from '../../../../test/show.tsx'

const rows = { total: 3, matching: 3, totalIsCapped: false, isOld: false, readAt: 0, loaded: [] }

/** The line above a list with its sources, of a server whose counts can fail. */
async function showLine(source: ListSource, isDown: () => boolean): Promise<void> {
  await signIn({ role: 'client', threatSources: ['Domain'], toutSources: [] }, (path) => {
    if (isDown()) return serverError()
    if (path.includes('getSourceOptions')) return Response.json([{ value: 'Domain', label: 'Domain', count: 12 }])
    const total = path.includes('showAutomaticallyFiltered') ? 5 : 3
    return Response.json({ items: [], total, pageNumber: 1, limit: 1 })
  })
  showPage(() => (
    <RecordsContext value={threatRecords}>
      <SourceRail source={source} search={{}} />
      <ThreatCountLine
        source={source}
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
}

test('counts that could not be loaded are named once, and are loaded on Retry', async () => {
  let isDown = true
  await showLine('All', () => isDown)
  await screen.findByText("Couldn't load the counts.")
  expect(screen.getByRole('link', { name: /^Domain/ }).querySelector('.num')).toBeNull()
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText(/2 automatically filtered/)
  await screen.findByRole('link', { name: /^Domains?\s*12/ })
  expect(screen.queryByText("Couldn't load the counts.")).toBeNull()
})

test('bookmarks are counted as such', async () => {
  await showLine('Bookmarks', () => false)
  await screen.findByText('3 bookmarks')
})
