import type { ImportDetail } from '@signet/contract/collection/imports'
import { csvText, saveCsv } from '../../../ui/grid/csv-file.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { SimpleTable, type SimpleColumn } from '../../../ui/grid/simple-table.tsx'
import { sentenceOf } from '../../../words/messages.ts'
import { fieldName } from './field-name.ts'
import { t } from './words.ts'

type Problem = ImportDetail['problems'][number]

const shownMax = 20

/** The rows with a mistake: its line and field, and what is wrong. All that are listed can be downloaded. */
export function RejectedRows({ one: { name, recordKind, source, rejected, problems } }: { one: ImportDetail }) {
  if (problems.length === 0) return null
  const columns: SimpleColumn<Problem>[] = [
    { key: 'line', label: t('line'), render: ({ line }) => t('lineNumber', { line }) },
    {
      key: 'field',
      label: t('field'),
      render: ({ field }) => (field ? fieldName(recordKind, source, field) : t('wholeRow')),
    },
    { key: 'mistake', label: t('mistake'), wraps: true, render: sentenceOf },
  ]
  const download = () => {
    const head = [t('line'), t('field'), t('mistake')]
    const rows = problems.map((each) => [
      each.line,
      each.field && fieldName(recordKind, source, each.field),
      sentenceOf(each),
    ])
    saveCsv(`${name.replace(/\.\w+$/, '')}-${t('rejectedRowsFile')}.csv`, csvText(head, rows))
  }
  return (
    <FormSection
      title={t('rejectedRows')}
      hint={
        problems.length < rejected
          ? t('firstRejected', { shown: Math.min(shownMax, problems.length), listed: problems.length, rejected })
          : problems.length > shownMax
            ? t('shownRejected', { shown: shownMax, rejected })
            : t('rejectedHint')
      }
      actions={<Button onClick={download}>{t('downloadCsv')}</Button>}
    >
      <SimpleTable
        label={t('tableOfRejected')}
        columns={columns}
        rows={problems.slice(0, shownMax)}
        idOf={({ line, field }) => `${line} ${field}`}
        isCards
      />
    </FormSection>
  )
}
