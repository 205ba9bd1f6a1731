import { can } from '@signet/contract/access/permissions'
import { kinds } from '@signet/contract/threats/sources'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { searchOf, usePageSearch } from '../../../url/page-search.ts'
import { useClientInfo } from '../../../session/client-info.ts'
import { useCompany } from '../../../session/company.ts'
import { useUser } from '../../../session/use-session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { StateBlock } from '../../../ui/feedback/data-state.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { Segments } from '../../../ui/controls/segments.tsx'
import { Inline, Stack } from '../../../ui/layout/parts.tsx'
import { Tick } from '../../../ui/forms/form-section.tsx'
import { sourceChoice } from '../source-choices.ts'
import { useImportPaths } from '../imports/import-paths.ts'
import type { ImportsSearch } from '../imports/imports-search.ts'
import { t } from './words.ts'
import { AddFields } from './add-fields.tsx'
import { AddLines } from './add-lines.tsx'
import css from './add-threats-page.module.css'
import { validateAddThreatsSearch } from './add-threats-search.ts'
import { SourceAndType } from './source-and-type.tsx'
import { useAddThreats } from './use-add-threats.ts'

const Bookmarklet = lazy(() =>
  import('../../../parts/bookmarklet/bookmarklet.tsx').then(({ Bookmarklet: part }) => ({ default: part })),
)
const AppFilePart = lazy(() => import('./app-file.tsx').then(({ AppFilePart: part }) => ({ default: part })))
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
  const { role } = useUser()
  const [search, change] = usePageSearch(validateAddThreatsSearch)
  const hasTouts = info?.modules.touts === true
  const kind = hasTouts ? (search.kind ?? 'threat') : 'threat'
  const { choices, source } = sourceChoice(info, kind, search.source)
  const isMany = search.mode === 'many'
  const isMail = search.mode === 'mail' && kind === 'threat'
  const draft = useAddThreats(company, { kind, source }, isMany, search.address)
  const { threatType, severity, text, values, isAddedAnyway, appFile, set } = draft
  const { parsed, rows, results, good, ownCount, isBusy, send } = draft

  return (
    <Stack className={css.form}>
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
      <section className={css.section} aria-label={t('sourceAndType')}>
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
      </section>
      {isMail ? (
        <Suspense fallback={null}>
          <MailPart company={company} />
        </Suspense>
      ) : (
        <>
          {kind === 'threat' && source === 'APK' && !isMany ? (
            <Suspense fallback={null}>
              <AppFilePart
                company={company}
                fileId={appFile}
                onEntered={(entered) => set({ appFile: entered, isAppRead: false })}
                onRead={({ fields }) => set({ values: fields, isAppRead: true, isAddedAnyway: false })}
              />
            </Suspense>
          ) : null}
          {isMany ? (
            <AddLines
              kind={kind}
              source={source}
              threatType={threatType}
              text={text}
              parsed={parsed}
              rows={rows}
              results={results}
              checkError={draft.checkError}
              onText={(typed) => set({ text: typed, isAddedAnyway: false })}
            />
          ) : (
            <AddFields
              kind={kind}
              source={source}
              threatType={threatType}
              values={values}
              result={results?.[0]}
              onChange={(field, value) => set({ values: { ...values, [field]: value }, isAddedAnyway: false })}
            />
          )}
          {ownCount > 0 ? (
            <Tick
              label={t('addOwnAnyway', { count: ownCount })}
              hint={t('addOwnAnywayHint')}
              isOn={isAddedAnyway}
              onChange={(isOn) => set({ isAddedAnyway: isOn })}
            />
          ) : null}
          <div className={css.bar}>
            <output className={css.count}>{draft.counts}</output>
            <Button
              kind={role === 'qa' ? 'plain' : 'primary'}
              isBusy={isBusy}
              disabled={good.length === 0}
              onClick={() => send(false)}
            >
              {good.length > 1 ? t('sendToReviewCount', { count: good.length }) : t('sendToReview')}
            </Button>
            {can(role, 'qa:review') ? (
              <Button kind="primary" isBusy={isBusy} disabled={good.length === 0} onClick={() => send(true)}>
                {good.length > 1 ? t('publishNowCount', { count: good.length }) : t('publishNow')}
              </Button>
            ) : null}
          </div>
        </>
      )}
      <Suspense fallback={null}>
        <Bookmarklet path={`${imports.add}?source=URL&address=`} />
      </Suspense>
    </Stack>
  )
}
