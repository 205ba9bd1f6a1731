import { listOwnFindings } from '@signet/contract/threats/own-assets'
import { sourceLabelOf } from '@signet/contract/threats/sources'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { useCompany } from '../../../session/company.ts'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { Pager } from '../../../ui/grid/pager.tsx'
import { Stack, Text } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { usePageSearch } from '../../../url/page-search.ts'
import { valueName } from '../../../words/named/name-of.ts'
import { validateSettingsSearch } from '../settings-search.ts'
import { t } from '../words.ts'
import css from './allow-list.module.css'

const pageSize = 20

/** The company's own assets that findings were suppressed for. It shows nothing while there are none. */
export function OwnFindings() {
  const company = useCompany()
  const [{ ownPage }, setSearch] = usePageSearch(validateSettingsSearch)
  const pageNumber = Math.max(1, Number(ownPage) || 1)
  const found = useQuery({
    queryKey: [company, 'settings', 'own-findings', pageNumber],
    queryFn: ({ signal }) => call(listOwnFindings, { query: { company, pageNumber, limit: pageSize }, signal }),
    placeholderData: keepPreviousData,
  })
  if (found.data?.total === 0) return null
  return (
    <FormSection title={t('ownFindings')} hint={t('ownFindingsHint')}>
      <DataState query={found} what={t('ownFindingsToLoad')} loading={<Skeleton lines={2} />}>
        {({ items, total }) => (
          <>
            <ul className={`${css.entries} ruled flush`}>
              {items.map(({ source, kind, value, suppressions, lastSuppressedAt }) => (
                <li key={`${source} ${kind} ${value}`}>
                  <Stack as="span" gap="half" grow className={css.what}>
                    <Text as="strong" weight="medium" className="mono">
                      {value}
                    </Text>
                    <Text as="small" tone="plain" num>
                      {valueName(sourceLabelOf(source))} · {kind === 'partner' ? `${t('authorisedPartner')} · ` : null}
                      {t('suppressedTimes', { count: suppressions })}, {t('mostRecently')}{' '}
                      <TimeAgo isWithin at={lastSuppressedAt} />
                    </Text>
                  </Stack>
                </li>
              ))}
            </ul>
            <Pager
              pageNumber={pageNumber}
              pages={Math.ceil(total / pageSize)}
              onPage={(next) => setSearch({ ownPage: String(next) })}
            />
          </>
        )}
      </DataState>
    </FormSection>
  )
}
