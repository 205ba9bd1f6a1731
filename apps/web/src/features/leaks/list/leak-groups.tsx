import { leakSeverity, type Leak } from '@signet/contract/leaks/leaks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { NoData, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { SeverityMark } from '../../../parts/threats/severity-mark.tsx'
import { Box, Inline, ScrollRegion, Text } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { t } from '../words.ts'
import type { LeakSearch } from './leak-search.ts'
import { leakName, shownHost } from '../leak-words.ts'
import { leakGroupsQuery } from '../leaks.api.ts'
import { NoLeaks } from '../no-leaks.tsx'
import css from './leak-groups.module.css'
import { leakTypeName } from '../../../words/named/leaks.ts'

const step = 20
const groupsMax = 200

/** The leaks grouped by package: the largest package first, with the newest leaks of each. */
export function LeakGroups({
  company,
  search,
  onOpen,
  onChange,
}: {
  company: string
  search: LeakSearch
  onOpen: (leak: Leak) => void
  onChange: (changes: LeakSearch) => void
}) {
  const [count, setCount] = useState(step)
  const query = useQuery(leakGroupsQuery(company, search, count))
  const groups = query.data?.items ?? []
  if (!query.data) {
    return (
      <NoData
        query={query}
        what={t('packagesWhat')}
        loading={
          <Box pad={4}>
            <Skeleton lines={12} />
          </Box>
        }
      />
    )
  }
  if (groups.length === 0) return <NoLeaks company={company} search={search} onChange={onChange} />
  return (
    <ScrollRegion className={`${css.scroll} scroller`} aria-label={t('leaksByPackage')}>
      <ul className={css.groups} data-old={query.isPlaceholderData || undefined}>
        {groups.map((group) => (
          <Box as="li" key={group.key} pad="3 4" line="below">
            <Inline as="header" gap={3} least={34}>
              <Text as="h2" cut title={group.label}>
                {group.label}
              </Text>
              <Box as="span" tone="quiet" num nowrap grow>
                {t('leaksCount', { count: group.count })}
              </Box>
              {group.count > 1 && (
                <Button kind="quiet" onClick={() => onChange({ view: undefined, entity: [group.key] })}>
                  {t('showAll')}
                  <span className="visually-hidden"> {group.label}</span>
                </Button>
              )}
            </Inline>
            <ul>
              {group.items.map((leak) => (
                <li key={leak.id}>
                  <button type="button" className={`${css.item} option cut-each`} onClick={() => onOpen(leak)}>
                    <SeverityMark severity={leakSeverity(leak)} isShort />
                    <Text as="b" weight="medium" tone="plain">
                      {leak.username === undefined ? leakTypeName(leak.leakType) : leakName(leak)}
                    </Text>
                    <span className="mono">{shownHost(leak) ?? ''}</span>
                    <span>{leak.source}</span>
                    <TimeAgo at={leak.date} />
                  </button>
                </li>
              ))}
            </ul>
          </Box>
        ))}
      </ul>
      {groups.length < query.data.total && count < groupsMax && (
        <Box pad={4} className="middle">
          <Button isBusy={query.isFetching} onClick={() => setCount((old) => Math.min(groupsMax, old + step * 2))}>
            {t('showMorePackages')}
          </Button>
        </Box>
      )}
    </ScrollRegion>
  )
}
