import type { ImportDetail } from '@signet/contract/collection/imports'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ApiError } from '../../../api/api-error.ts'
import { fileSize } from '../../../format/numbers/file-size.ts'
import { CaseCrumbs, CaseHead } from '../../../parts/cases/case-layout.tsx'
import { useClientInfo } from '../../../session/client-info.ts'
import { useCompany } from '../../../session/company.ts'
import { useCan } from '../../../session/use-session.ts'
import { DataState, Skeleton, StateBlock } from '../../../ui/feedback/data-state.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { Stack } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { sourceName } from '../../../words/named/threats.ts'
import { ImportActions } from './import-actions.tsx'
import { ImportCounts } from './import-counts.tsx'
import { ImportSetup } from './import-setup.tsx'
import { ImportState } from './import-state.tsx'
import { importQuery } from './imports.api.ts'
import { RejectedRows } from './rejected-rows.tsx'
import { useImportPaths } from './import-paths.ts'
import { t } from './words.ts'

/** One import: before it starts its mapping with a preview, then its progress, and what became of its rows. */
export function ImportPage() {
  const { importId = '' } = useParams({ strict: false })
  const company = useCompany()
  const mayAdd = useCan('threats:add')
  const query = useQuery({ ...importQuery(company, importId), enabled: mayAdd })
  const paths = useImportPaths()
  const isMissing = query.error instanceof ApiError && query.error.status === 404
  return (
    <Page title={t('imports')}>
      <CaseCrumbs to={paths.list} list={t('imports')} name={query.data?.name ?? '…'} />
      {!mayAdd ? (
        <StateBlock title={t('roleCantImport')}>{t('submitRequestInstead')}</StateBlock>
      ) : isMissing ? (
        <StateBlock title={t('importNotFound')} action={<Link to={paths.list}>{t('allImports')}</Link>}>
          {t('importNotFoundHint')}
        </StateBlock>
      ) : (
        <DataState query={query} what={t('theImport')} loading={<Skeleton lines={12} />}>
          {(one) => <ImportParts one={one} company={company} />}
        </DataState>
      )}
    </Page>
  )
}

function ImportParts({ one, company }: { one: ImportDetail; company: string }) {
  const companyName = useClientInfo()?.name ?? company
  return (
    <Stack>
      <CaseHead
        title={one.name}
        chips={
          <>
            <ImportState of={one} />
            <span>{t('sourceForCompany', { source: sourceName(one.source), company: companyName })}</span>
            <span>{t('kindAndSize', { kind: t(`kind.${one.kind}`), size: fileSize(one.size) })}</span>
            <span>
              {one.by}, <TimeAgo at={one.createdAt} isWithin />
            </span>
          </>
        }
        actions={<ImportActions one={one} company={company} companyName={companyName} />}
      />
      {one.state === 'ready' ? (
        <ImportSetup key={one.id} one={one} company={company} companyName={companyName} />
      ) : (
        <>
          <ImportCounts one={one} />
          <RejectedRows one={one} />
        </>
      )}
    </Stack>
  )
}
