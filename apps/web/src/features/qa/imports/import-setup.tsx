import type { PreviewedRow } from '@signet/contract/collection/imports'
import { severities } from '@signet/contract/threats/severities'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { useAction } from '../../../ui/controls/use-action.ts'
import { DataState } from '../../../ui/feedback/data-state.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
import { FormProblem, FormSection, SaveBar } from '../../../ui/forms/form-section.tsx'
import { useSettled } from '../../../ui/forms/use-settled.ts'
import { Card, Columns, Text } from '../../../ui/layout/parts.tsx'
import { valueName } from '../../../words/named/name-of.ts'
import { ColumnUses } from './column-uses.tsx'
import { fieldName } from './field-name.ts'
import { previewQuery, useImportSteps } from './imports.api.ts'
import type { ImportProps } from './import-actions.tsx'
import css from './imports.module.css'
import { missingTitles } from './mapping.ts'
import { PreviewTable } from './preview-table.tsx'
import { t } from './words.ts'

/** The preview follows the selects after this pause. */
const restMs = 300

/** What the columns of a file are used for, what becomes of its first rows, and the start of the import. */
export function ImportSetup({ one, company, companyName }: ImportProps) {
  const { recordKind, source, columns } = one
  const [mapping, setMapping] = useState(one.mapping)
  const settled = useSettled(mapping, restMs)
  const preview = useQuery(previewQuery(company, one.id, settled))
  const isCurrent = !preview.isPlaceholderData && JSON.stringify(settled) === JSON.stringify(mapping)
  const checked = isCurrent ? preview.data : undefined
  const steps = useImportSteps(company, one.id)
  const { isBusy, problem, run } = useAction(() => steps.start(mapping), {
    isInline: true,
    failed: (reason) => t('startFailed', { reason }),
  })
  const missing = missingTitles(source, mapping)
  const { threatType, severity } = mapping
  const info = sourceInfoOf(recordKind, source)
  return (
    <>
      <FormSection title={t('columns')} hint={t('columnsHint')}>
        {missing.length > 0 ? (
          <Card as="p" kind="note" tone="danger" role="alert">
            {t('titleMissing', {
              count: missing.length,
              fields: missing.map((field) => fieldName(recordKind, source, field)).join(', '),
            })}
          </Card>
        ) : null}
        <ColumnUses recordKind={recordKind} source={source} columns={columns} mapping={mapping} onChange={setMapping} />
        <Columns>
          <SelectField
            label={threatType.column === undefined ? t('typeOfAll') : t('typeOfOthers')}
            value={threatType.otherwise}
            all={info.types}
            labelOf={valueName}
            onChange={(otherwise) => setMapping({ ...mapping, threatType: { ...threatType, otherwise } })}
          />
          <SelectField
            label={severity.column === undefined ? t('severityOfAll') : t('severityOfOthers')}
            value={severity.otherwise}
            all={severities}
            labelOf={valueName}
            onChange={(otherwise) => setMapping({ ...mapping, severity: { ...severity, otherwise } })}
          />
        </Columns>
      </FormSection>
      <FormSection title={t('preview')} hint={t('previewHint')}>
        <DataState query={preview} what={t('thePreview')}>
          {(rows) => <PreviewTable recordKind={recordKind} source={source} rows={rows} />}
        </DataState>
      </FormSection>
      <FormProblem>{problem}</FormProblem>
      <SaveBar>
        <Button kind="primary" isBusy={isBusy} disabled={missing.length > 0} onClick={() => run()}>
          {t('startFor', { company: companyName })}
        </Button>
        <Text as="div" tone="quiet" grow className={css.summary}>
          <output>{checked ? summaryOf(checked) : t('checking')}</output>
        </Text>
      </SaveBar>
    </>
  )
}

function summaryOf(rows: readonly PreviewedRow[]): string {
  const valid = rows.filter(({ state }) => state === 'valid').length
  return valid === rows.length ? t('allValid', { rows: rows.length }) : t('validCount', { valid, rows: rows.length })
}
