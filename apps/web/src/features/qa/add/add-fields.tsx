import type { AddResult } from '@signet/contract/threats/add-threats'
import { titleFieldOf, type AnySource, type Kind } from '@signet/contract/threats/sources'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'
import { useId, useState } from 'react'
import { Box, Card, Columns, Stack, Text } from '../../../ui/layout/parts.tsx'
import { sentenceOf } from '../../../words/messages.ts'
import { t } from './words.ts'
import css from './add-threats-page.module.css'
import { KnownAlready } from './known-already.tsx'
import { undefanged } from './parse-lines.ts'
import { valueName } from '../../../words/named/name-of.ts'

const facebookKinds = ['Groups', 'Pages', 'Posts', 'MarketPlace', 'People'] as const

/** Fields of an app that a person rarely knows and that are read in its file. */
const technical: ReadonlySet<string> = new Set([
  'signerSha256',
  'teamId',
  'malware',
  'permissions',
  'hosts',
  'keys',
  'md5',
  'sha256',
])

/** Whether a field applies: only apps of Apple have a team. */
const applies = (field: string, { teamId, store = '' }: AddFieldsProps['values']) =>
  field !== 'teamId' || Boolean(teamId) || /\bapp ?store\b/i.test(store)

interface AddFieldsProps {
  kind: Kind
  source: AnySource
  threatType: string
  values: Readonly<Record<string, string>>
  /** What would happen to the threat when it is added; undefined until that is known. */
  result: AddResult | undefined
  onChange: (field: string, value: string) => void
}

/** The fields of a source for one threat. The field that becomes the title comes first and is required. */
export function AddFields({ kind, source, threatType, values, result, onChange }: AddFieldsProps) {
  const title = titleFieldOf(source, threatType, { ...values })
  const { fields } = sourceInfoOf(kind, source)
  const ordered = [...fields].toSorted((a, b) => Number(b.field === title) - Number(a.field === title))
  const problem = result?.problem
  // Stays open when the last of its values is deleted.
  const [isOpen, setIsOpen] = useState(false)
  const isFolded = ({ field }: { field: string }) => source === 'APK' && technical.has(field)
  const folded = ordered.filter((each) => isFolded(each) && applies(each.field, values))
  const columnsOf = (shown: typeof ordered) => (
    <Columns from={220} align="stretch">
      {shown.map(({ field, label, ...rest }) => (
        <Field
          key={field}
          field={field}
          label={valueName(label)}
          isTime={'kind' in rest && rest.kind === 'date'}
          isNeeded={field === title}
          value={values[field] ?? ''}
          problem={problem?.field === field ? sentenceOf(problem) : undefined}
          onChange={(value) => onChange(field, value)}
        />
      ))}
    </Columns>
  )
  return (
    <Card gap={4} className={css.section} aria-label={t('fields')}>
      {columnsOf(ordered.filter((each) => !isFolded(each)))}
      {folded.length > 0 ? (
        <details
          open={isOpen || folded.some(({ field }) => values[field] || problem?.field === field)}
          onToggle={(event) => setIsOpen(event.currentTarget.open)}
        >
          <Text as="summary" weight="medium">
            {t('technicalDetails')}
          </Text>
          <Box above={3}>{columnsOf(folded)}</Box>
        </details>
      ) : null}
      {result?.state === 'known' ? (
        <Card as="p" kind="note" tone="caution">
          <KnownAlready result={result} />
        </Card>
      ) : result?.state === 'own' && problem ? (
        <Card as="p" kind="note" tone="caution">
          {sentenceOf(problem)}
        </Card>
      ) : problem && !fields.some(({ field }) => field === problem.field) ? (
        <Text as="p" size="meta" tone="danger">
          {sentenceOf(problem)}
        </Text>
      ) : null}
    </Card>
  )
}

interface FieldProps {
  field: string
  label: string
  isTime: boolean
  isNeeded: boolean
  value: string
  problem: string | undefined
  onChange: (value: string) => void
}

function Field({ field, label, isTime, isNeeded, value, problem, onChange }: FieldProps) {
  const noteId = useId()
  const shared = {
    value,
    'aria-invalid': problem !== undefined,
    ...(problem ? { 'aria-describedby': noteId } : {}),
  }
  return (
    <Stack as="label" gap={2} className={css.field}>
      <Text weight="medium">
        {label}
        {isNeeded ? null : <small> {t('optional')}</small>}
      </Text>
      {field === 'subtype' ? (
        <select {...shared} onChange={(event) => onChange(event.target.value)}>
          <option value="">{t('unknown')}</option>
          {facebookKinds.map((kind) => (
            <option key={kind} value={kind}>
              {valueName(kind)}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          type={isTime ? 'date' : 'text'}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => {
            if (undefanged(value) !== value) onChange(undefanged(value))
          }}
        />
      )}
      {problem ? (
        <Text id={noteId} as="small" size="meta" tone="danger">
          {problem}
        </Text>
      ) : null}
    </Stack>
  )
}
