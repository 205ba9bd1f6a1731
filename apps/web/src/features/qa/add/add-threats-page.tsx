import { can } from '@signet/contract/access/permissions'
import { kinds } from '@signet/contract/threats/sources'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { searchOf, usePageSearch } from '../../../url/page-search.ts'
import { useClientInfo } from '../../../session/client-info.ts'
import { useCompany } from '../../../session/company.ts'
import { useUser } from '../../../session/use-session.ts'
import { StateBlock } from '../../../ui/feedback/data-state.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { Segments } from '../../../ui/controls/segments.tsx'
import { Card, Inline, Stack } from '../../../ui/layout/parts.tsx'
import { sourceChoice } from '../source-choices.ts'
import { useImportPaths } from '../imports/import-paths.ts'
import type { ImportsSearch } from '../imports/imports-search.ts'
import { t } from './words.ts'
import { AddForm } from './add-form.tsx'
import css from './add-threats-page.module.css'
import { validateAddThreatsSearch } from './add-threats-search.ts'
import { SourceAndType } from './source-and-type.tsx'
import { useAddThreats } from './use-add-threats.ts'

const Bookmarklet = lazy(() =>
  import('../../../parts/bookmarklet/bookmarklet.tsx').then(({ Bookmarklet: part }) => ({ default: part })),
)
const MailPart = lazy(() => import('./mail-part.tsx').then(({ MailPart: part }) => ({ default: part })))

/** Adds known threats: one with its fields, up to 200 lines at once, or what an email contains. */
export function AddThreatsPage() {
  const company = useCompany()
  const { role } = useUser()
  return (
    <Page title={t('addThreats')}>
      {can(role, 'threats:add') ? (
        // The key resets the input when the company changes, because another company has other sources.
        <AddThreats key={company} company={company} />
      ) : (
        <StateBlock title={t('roleCantAdd')}>{t('submitRequestInstead')}</StateBlock>
      )}
    </Page>
  )
}

function AddThreats({ company }: { company: string }) {
  const info = useClientInfo()
  const imports = useImportPaths()
  const [search, change] = usePageSearch(validateAddThreatsSearch)
  const hasTouts = info?.modules.touts === true
  const kind = hasTouts ? (search.kind ?? 'threat') : 'threat'
  const { choices, source } = sourceChoice(info, kind, search.source)
  const isMany = search.mode === 'many'
  const isMail = search.mode === 'mail' && kind === 'threat'
  const draft = useAddThreats(company, { kind, source }, isMany, search.address)
  const { threatType, severity, set } = draft

  return (
    <Stack middle most={860}>
      <Inline justify="end" gap={4} wrap>
        <Link to={imports.tips} className="way-link">
          {t('publicReports')}
        </Link>
        <Link
          to={imports.list}
          search={searchOf({ source, kind: kind === 'tout' ? kind : undefined } satisfies ImportsSearch)}
          className="way-link"
        >
          {t('importFile')}
        </Link>
      </Inline>
      <Card gap={4} className={css.section} aria-label={t('sourceAndType')}>
        {hasTouts ? (
          <Segments
            label={t('recordKind')}
            choices={kinds.map((value) => ({ value, label: t(`recordKind.${value}`) }))}
            value={kind}
            onChange={(chosen) => change({ kind: chosen === 'tout' ? chosen : undefined, mode: undefined })}
          />
        ) : null}
        {isMail ? null : (
          <SourceAndType
            kind={kind}
            choices={choices}
            source={source}
            threatType={threatType}
            severity={severity}
            onSource={(chosen) => change({ source: chosen })}
            onType={(chosenType) => set({ chosenType })}
            onSeverity={(chosen) => set({ severity: chosen })}
          />
        )}
        <Segments
          label={t('wayToAdd')}
          choices={[
            { value: 'one', label: t(`one.${kind}`) },
            { value: 'many', label: t(`multiple.${kind}`) },
            ...(kind === 'threat' ? [{ value: 'mail' as const, label: t('mailFile') }] : []),
          ]}
          value={isMail ? 'mail' : isMany ? 'many' : 'one'}
          onChange={(mode) => change({ mode: mode === 'one' ? undefined : mode })}
        />
      </Card>
      {isMail ? (
        <Suspense fallback={null}>
          <MailPart company={company} />
        </Suspense>
      ) : (
        <AddForm company={company} kind={kind} source={source} isMany={isMany} draft={draft} />
      )}
      <Suspense fallback={null}>
        <Bookmarklet path={`${imports.add}?source=URL&address=`} />
      </Suspense>
    </Stack>
  )
}
