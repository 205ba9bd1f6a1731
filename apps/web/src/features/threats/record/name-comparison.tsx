import { fieldOf } from '@signet/contract/threats/sources'
import { CompareNames } from '../../../parts/threats/names/compare-names.tsx'
import { NameExplained } from '../../../parts/threats/names/name-explained.tsx'
import { Stack } from '../../../ui/layout/parts.tsx'
import type { AnyDetail } from '../records.ts'
import css from './threat-panel.module.css'

/** Explains how the name of a domain or address deceives, and compares it with the official name. */
export function NameComparison({ threat }: { threat: AnyDetail }) {
  const fields = threat
  const shown =
    fieldOf(fields, 'unicode_name') ?? fieldOf(fields, 'domain_name') ?? fieldOf(fields, 'host') ?? threat.title
  return (
    <Stack as="section" gap={2} className={css.section}>
      {threat.markedName && (
        <NameExplained
          marked={threat.markedName}
          of={threat['class']}
          domain={fieldOf(fields, 'registrable_domain')}
          indicators={threat.indicators}
        />
      )}
      {threat.official.length > 0 && (
        <CompareNames suspect={shown.toLowerCase()} official={threat.official} of={threat['class']} />
      )}
    </Stack>
  )
}
