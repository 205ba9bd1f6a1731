// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../../test/show.tsx'
import { ReportTable } from './report-table.tsx'

test('on a phone a report says its size and when it was published', async () => {
  const report = {
    id: 'one',
    name: 'probe-threats-report-2026-10.pdf',
    kind: 'monthly',
    period: '2026-10',
    by: 'Adam Reyes',
    size: 9000,
    publishedAt: new Date().toISOString(),
    href: '/one.pdf',
  } as Parameters<typeof ReportTable>[0]['items'][number]
  show(
    <ReportTable
      items={[report]}
      openId={undefined}
      mayDelete={false}
      isPhone
      sort="publishedAt"
      onSort={() => {}}
      onOpen={() => {}}
      onDelete={() => {}}
    />,
  )
  const [name] = await screen.findAllByRole('cell')
  expect(name?.textContent).toMatch(/Threats, October 2026.*Adam Reyes9 KB, .*ago/)
})
