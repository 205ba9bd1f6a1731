import { operatorsOf, writtenCondition, type FieldOperator } from '@signet/contract/threats/field-kinds'
import type { SourceField } from '@signet/contract/threats/sources'
import { Inline, Stack } from '../../../../ui/layout/parts.tsx'
import { valueName } from '../../../../words/named/name-of.ts'
import { t } from '../words.ts'
import type { ThreatSearch } from '../../threat-search.ts'
import css from './threat-filters.module.css'

const prefixOf = (field: string, operator: FieldOperator) => `${field}:${operator}:`

/** The filters by fields of a source: a part of a text, or the limits of a number or day. */
export function OwnFieldFilters({
  fields,
  search,
  onChange,
}: {
  fields: readonly SourceField[]
  search: ThreatSearch
  onChange: (changes: Partial<ThreatSearch>) => void
}) {
  const chosen = search.fields ?? []
  const valueOf = (field: string, operator: FieldOperator) => {
    const prefix = prefixOf(field, operator)
    return chosen.find((text) => text.startsWith(prefix))?.slice(prefix.length) ?? ''
  }
  const set = (field: string, operator: FieldOperator, value: string) => {
    const others = chosen.filter((text) => !text.startsWith(prefixOf(field, operator)))
    const next = value === '' ? others : [...others, writtenCondition({ field, operator, value })]
    onChange({ fields: next.length > 0 ? next : undefined })
  }
  return (
    <Stack as="fieldset" gap={2} pad="2 3" className={css.own}>
      <legend>{t('ownFields')}</legend>
      {fields.map(({ field, label, kind = 'text' }) => (
        <Stack key={field} gap={1}>
          <span aria-hidden="true">{valueName(label)}</span>
          <Inline gap={2}>
            {operatorsOf(kind)
              .filter((operator, at) => operator !== 'is' || at === 0)
              .map((operator) => (
                <ConditionInput
                  key={operator}
                  label={labelOf(valueName(label), operator)}
                  type={kind === 'date' ? 'date' : operator === 'from' || operator === 'to' ? 'number' : 'text'}
                  placeholder={placeholderOf(operator)}
                  value={valueOf(field, operator)}
                  onChange={(value) => set(field, operator, value)}
                />
              ))}
          </Inline>
        </Stack>
      ))}
    </Stack>
  )
}

const labelOf = (field: string, operator: FieldOperator) =>
  operator === 'from' ? t('fieldFrom', { field }) : operator === 'to' ? t('fieldTo', { field }) : field

const placeholderOf = (operator: FieldOperator) =>
  operator === 'from' ? t('from') : operator === 'to' ? t('to') : operator === 'has' ? t('contains') : undefined

/** An input that applies its value when it is left, or with Enter. */
function ConditionInput({
  label,
  type,
  placeholder,
  value,
  onChange,
}: {
  label: string
  type: 'text' | 'number' | 'date'
  placeholder: string | undefined
  value: string
  onChange: (value: string) => void
}) {
  const apply = (input: HTMLInputElement) => {
    const entered = input.value.trim()
    if (input.validity.valid && entered !== value) onChange(entered)
  }
  return (
    <input
      type={type}
      aria-label={label}
      placeholder={placeholder}
      defaultValue={value}
      maxLength={100}
      step={type === 'number' ? 'any' : undefined}
      autoComplete="off"
      spellCheck={false}
      onBlur={(event) => apply(event.currentTarget)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(event.currentTarget)
      }}
    />
  )
}
