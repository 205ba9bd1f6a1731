import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../../../session/company.ts'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { Stack } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { whatsNewQuery } from '../news.api.ts'
import { Changes } from './whats-new-changes.tsx'

/** The changes to the product that affect users, by day. */
export function WhatsNewPage() {
  const company = useCompany()
  const query = useQuery(whatsNewQuery(company))
  return (
    <Page title={t('whatsNew')}>
      <DataState
        query={query}
        what={t('whatsNew')}
        loading={
          <div className="indexed">
            <Stack className="beside">
              <Skeleton lines={4} />
            </Stack>
            <Stack gap={8} pad="0 0 10">
              <Skeleton lines={12} />
            </Stack>
          </div>
        }
      >
        {(items) => <Changes items={items} />}
      </DataState>
    </Page>
  )
}
