import { promisedHoursMax } from '@signet/contract/review/promised-times'
import { TextField } from '../../../ui/forms/field.tsx'
import { Tick } from '../../../ui/forms/form-section.tsx'
import { Columns } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'

type Hours<K extends string, V> = Readonly<Record<K, V>>

interface OwnHoursProps<K extends string> {
  label: string
  /** The hint with the hours that apply otherwise. */
  hintOf: (usual: string) => string
  all: readonly K[]
  nameOf: (each: K) => string
  usual: Hours<K, number>
  isOn: boolean
  /** As they are typed. */
  hours: Record<K, string>
  isDisabled: boolean
  problem: string | undefined
  onChange: (isOn: boolean, hours: Record<K, string>) => void
}

const isHours = (text: string) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= promisedHoursMax

/** What is wrong with hours that were typed, if anything. */
export const hoursProblem = (hours: Hours<string, string>): string | false =>
  Object.values(hours).some((text) => !isHours(text)) && t('numberWrong', { min: 1, max: promisedHoursMax })

/** Whether the company has promised hours of its own, and which. */
export function OwnHours<K extends string>({
  all,
  nameOf,
  hours,
  isOn,
  isDisabled,
  onChange,
  ...field
}: OwnHoursProps<K>) {
  const usual = all.map((each) => t('hoursOf', { name: nameOf(each), hours: field.usual[each] })).join(', ')
  return (
    <>
      <Tick
        label={field.label}
        hint={field.hintOf(usual)}
        isOn={isOn}
        isDisabled={isDisabled}
        onChange={(next) => onChange(next, hours)}
      />
      {isOn ? (
        <Columns role="group" aria-label={field.label}>
          {all.map((each) => (
            <TextField
              key={each}
              label={t('hoursFor', { name: nameOf(each) })}
              type="number"
              min={1}
              max={promisedHoursMax}
              disabled={isDisabled}
              problem={isHours(hours[each]) ? undefined : field.problem}
              value={hours[each]}
              onChange={(text) => onChange(isOn, { ...hours, [each]: text })}
            />
          ))}
        </Columns>
      ) : null}
    </>
  )
}
