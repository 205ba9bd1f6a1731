import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../../session/company.ts'
import { DataState } from '../../ui/feedback/data-state.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { openTakedownsQuery } from './takedowns.api.ts'
import { t } from './words.ts'

export interface ChosenTakedown {
  value: string
  problem: string | undefined
  onChange: (takedownId: string) => void
}

/** A field to choose one of the company's open takedowns, or none. */
export function OpenTakedownField({
  label,
  none,
  field,
}: {
  label: string
  /** The label of the option for no takedown. */
  none: string
  field: ChosenTakedown
}) {
  const takedowns = useQuery(openTakedownsQuery(useCompany()))
  return (
    <DataState query={takedowns} what={t('theList')}>
      {({ items }) => (
        <SelectField
          label={label}
          all={items.map(({ id }) => id)}
          labelOf={(id) => items.find((one) => one.id === id)?.title ?? id}
          none={['', none]}
          {...field}
        />
      )}
    </DataState>
  )
}
