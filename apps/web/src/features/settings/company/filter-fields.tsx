import { isOneOf } from '@signet/contract/narrow'
import { severities, type Severity } from '@signet/contract/threats/severities'
import { everySourceName } from '@signet/contract/threats/sources'
import { TickMany } from '../../../ui/forms/tick-many.tsx'
import { PickMany } from '../../../ui/forms/pick-many.tsx'
import { t } from '../words.ts'
import { valueName } from '../../../words/named/name-of.ts'
import { sourceName } from '../../../words/named/threats.ts'

export const labelOfSource = (name: string): string => (isOneOf(everySourceName, name) ? sourceName(name) : name)

/** The severities and sources of a setting. No selection means all. */
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
  /** The sources that can be selected. */
  sources: readonly S[]
  problem?: string | undefined
  onSeverities: (chosen: Severity[]) => void
  onSources: (chosen: S[]) => void
}) {
  return (
    <>
      <TickMany
        label={t('severitiesFilter')}
        all={severities}
        value={chosenSeverities}
        labelOf={(severity) => valueName(severity)}
        problem={problem}
        isShort
        onChange={onSeverities}
      />
      <PickMany
        label={t('sourcesFilter')}
        addLabel={t('selectSources')}
        items={[...new Set([...sources, ...chosenSources])].map((key) => ({ key, label: labelOfSource(key) }))}
        value={chosenSources}
        onChange={onSources}
      />
    </>
  )
}
