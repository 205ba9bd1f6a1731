import type { QueueOrder } from '@signet/contract/review/queue-orders'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { useSwitchCompany } from '../../../navigation/switch-company.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Inline, Text } from '../../../ui/layout/parts.tsx'
import { useShortcuts } from '../../../ui/keys/shortcuts.ts'
import { searchOf } from '../../../url/page-search.ts'
import { reviewDetailQuery } from '../qa.api.ts'
import type { ReviewQueue } from '../queue/use-review-queue.ts'
import { queueOfCompaniesQuery } from './backlog.api.ts'
import { queuedPath } from './queued-path.ts'
import { goOn, nextOf } from './walk.ts'
import { t } from './words.ts'

interface AcrossQueuesProps {
  queue: Pick<ReviewQueue, 'company' | 'kind' | 'search' | 'ids' | 'cursor' | 'list'>
  order: QueueOrder
}

const keyWords = () => ({ n: t('nextAcross') })
const everyCompany: readonly string[] = []

/** Above the queue of one company, for who came from the queues of all: the way back, and the next record, whichever company has it. */
export function AcrossQueues({ queue: { company, kind, search, ids, cursor, list }, order }: AcrossQueuesProps) {
  const companies = search.companies ?? everyCompany
  const client = useQueryClient()
  const switchTo = useSwitchCompany()
  const { data } = useQuery({
    ...queueOfCompaniesQuery(kind, order, companies, false),
    refetchOnMount: 'always',
  })
  const isPassed = (id: string) => id === cursor.currentId || (isListed(list, id) && !ids.includes(id))
  const waiting = data?.filter((row) => row.company !== company || !isPassed(row.id)) ?? []
  const next = nextOf(waiting)
  const { company: nextCompany, id: nextId } = next ?? {}
  useEffect(() => {
    if (nextCompany && nextId) void client.prefetchQuery(reviewDetailQuery(nextCompany, kind, nextId))
  }, [client, kind, nextCompany, nextId])
  const go = () => {
    if (!next) return
    goOn(next.id, waiting)
    void switchTo(next.company, queuedPath(kind, next.id, order, companies))
  }
  useShortcuts({ n: go }, keyWords())
  return (
    <Inline justify="between" gap={2} pad="2 3" line="below">
      <Link
        to="/QA/dashboard/companies"
        search={searchOf({
          order,
          companies: companies.length > 0 ? [...companies] : undefined,
          touts: kind === 'tout' ? '1' : undefined,
        })}
        className="way-link"
      >
        <IconArrowLeft size={16} stroke={1.7} aria-hidden="true" />
        {t('queueOfCompanies')}
      </Link>
      {next ? (
        <Button shortcut="N" data-tip={shownTitle(next.source, next.title)} onClick={go}>
          {t('nextIn', { company: next.companyName })}
        </Button>
      ) : data ? (
        <Text size="meta" tone="quiet">
          {t('noneElsewhere')}
        </Text>
      ) : null}
    </Inline>
  )
}

/** Whether the list has the record, or had it before it was decided. */
function isListed({ data }: AcrossQueuesProps['queue']['list'], id: string): boolean {
  return data?.items.some((item) => item.id === id) ?? false
}
