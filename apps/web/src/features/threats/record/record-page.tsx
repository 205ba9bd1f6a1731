import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ApiError, errorText } from '../../../api/api-error.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { sourceSlug } from '../../../url/source-slug.ts'
import { useCompany } from '../../../session/company.ts'
import { inSentence } from '../../../format/names/in-sentence.ts'
import { FailedBlock, Skeleton, StateBlock } from '../../../ui/feedback/data-state.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { t } from './words.ts'
import { Split } from '../../../ui/layout/parts.tsx'
import { RecordsContext, useRecords, type Records } from '../records.ts'
import { sourceLabel, sourceOfSlug } from '../threat-source.ts'
import { threatQuery } from '../threats.api.ts'
import { Found } from './record-found.tsx'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

/** One record on a page of its own, for sharing a link and for a detailed check. */
export function RecordPage({ records }: { records: Records }) {
  return (
    <RecordsContext value={records}>
      <Record />
    </RecordsContext>
  )
}

function Record() {
  const { source: slug = '', threatId = '' } = useParams({ strict: false })
  const records = useRecords()
  const company = useCompany()
  const source = sourceOfSlug(slug)
  const isSource = source !== null && source !== 'All' && source !== 'Bookmarks'
  const detail = useQuery({
    ...threatQuery(records, company, isSource ? source : 'Domain', threatId),
    enabled: isSource,
  })
  const { words, listRoute } = records
  const back = (
    <Link
      to={listRoute}
      params={{ source: isSource ? sourceSlug(source) : 'All' }}
      activeOptions={{ exact: true }}
      className="way-link"
    >
      <IconArrowLeft {...icon} />
      {sourceLabel(isSource ? source : 'All')}
    </Link>
  )
  const threat = detail.data
  const refusal = detail.error instanceof ApiError && detail.error.status === 404 ? detail.error : null
  if (!isSource || refusal) {
    const isRecalled = refusal?.reason === 'RECALLED'
    return (
      <Page title={words.title()}>
        <StateBlock title={t(isRecalled ? 'recalled' : 'notFound')} action={back}>
          {isRecalled ? errorText(refusal) : t('notFoundHint')}
        </StateBlock>
      </Page>
    )
  }
  return (
    <Page title={words.title()} tab={threat && shownTitle(threat.source, threat.title)}>
      {back}
      {threat ? (
        <Found threat={threat} />
      ) : detail.error ? (
        <FailedBlock what={inSentence(words.one())} error={detail.error} retry={() => void detail.refetch()} />
      ) : (
        <Split align="start">
          <Skeleton lines={12} />
          <Skeleton lines={8} />
        </Split>
      )}
    </Page>
  )
}
