import { severities, type Severity } from '@signet/contract/severities'
import { everySource } from '@signet/contract/sources'
import { Tick, TickGroup } from '../../ui/forms/form-section.tsx'
import { PickMany } from '../../ui/forms/pick-many.tsx'
import { t } from './words.ts'
import { valueName } from '../../words/named/name-of.ts'
import { sourceName } from '../../words/named/threats.ts'

export const labelOfSource = (name: string): string =>
  name in everySource ? sourceName(name as keyof typeof everySource) : name

/** A list of values without one, or with it, in the order of all. */
export function toggled<T>(all: readonly T[], chosen: readonly T[], value: T, isOn: boolean): T[] {
  return all.filter((each) => (each === value ? isOn : chosen.includes(each)))
}

/** Severities and sources something is about; nothing chosen stands for all. */
export function FilterFields<S extends string>({
  chosenSeverities,
  chosenSources,
  sources,
  problem,
  onSeverities,
  onSources,
}: {
  chosenSeverities: readonly Severity[]
  chosenSources: readonly S[]
  /** To choose from. */
  sources: readonly S[]
  problem?: string | undefined
  onSeverities: (chosen: Severity[]) => void
  onSources: (chosen: S[]) => void
}) {
  return (
    <>
      <TickGroup label={t('severitiesNoneTickedAll')} problem={problem} isShort>
        {severities.map((severity) => (
          <Tick
            key={severity}
            label={valueName(severity)}
            isOn={chosenSeverities.includes(severity)}
            onChange={(isOn) => onSeverities(toggled(severities, chosenSeverities, severity, isOn))}
          />
        ))}
      </TickGroup>
      <PickMany
        label={t('sourcesNoneChosenAll')}
        addLabel={t('chooseSources')}
        items={[...new Set([...sources, ...chosenSources])].map((key) => ({ key, label: labelOfSource(key) }))}
        chosen={chosenSources}
        onChange={(chosen) => onSources(chosen as S[])}
      />
    </>
  )
}
