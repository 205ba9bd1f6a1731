import type { Campaign } from '@signet/contract/threats/campaigns'
import { joinWeight } from '@signet/contract/threats/traits'
import { useState } from 'react'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { CaseCard } from '../../parts/cases/case-layout.tsx'
import { useCan } from '../../session/use-session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SimpleTable, type SimpleColumn } from '../../ui/grid/simple-table.tsx'
import { Text } from '../../ui/layout/parts.tsx'
import { traitValue } from '../../parts/threats/trait-value.ts'
import { ExclusionDialog } from './exclusion-dialog.tsx'
import { traitName } from '../../words/named/threats.ts'
import { traitKey } from './trait-text.ts'
import { useExclusions } from './use-exclusions.ts'
import { t } from './words.ts'

type Trait = Campaign['traits'][number]

/** The traits that join the threats, with their weights. */
export function CampaignTraits({ campaign: { id, traits } }: { campaign: Campaign }) {
  const mayIgnore = useCan('threats:decide')
  const [chosen, setChosen] = useState<Trait | null>(null)
  const { setTrait } = useExclusions(id)
  if (traits.length === 0) return null
  const columns: SimpleColumn<Trait>[] = [
    { key: 'kind', label: t('trait'), render: ({ kind }) => traitName(kind) },
    {
      key: 'value',
      label: t('value'),
      wraps: true,
      render: (trait) => <span className="mono">{traitValue(trait)}</span>,
    },
    { key: 'weight', label: t('weight'), isFigure: true, render: ({ weight }) => exactNumber(weight) },
    { key: 'threats', label: t('threats'), isFigure: true, render: ({ threatIds }) => exactNumber(threatIds.length) },
  ]
  const action: SimpleColumn<Trait> = {
    key: 'action',
    label: t('action'),
    render: (trait) => (
      <Button
        kind="quiet"
        aria-label={t('ignoreTraitNamed', { trait: `${traitName(trait.kind)} ${traitValue(trait)}` })}
        onClick={() => setChosen(trait)}
      >
        {t('ignore')}
      </Button>
    ),
  }
  return (
    <CaseCard title={t('sharedTraits')} aside={exactNumber(traits.length)}>
      <Text as="p" tone="quiet" below={3}>
        {t('weightsExplained', { weight: joinWeight })}
      </Text>
      <SimpleTable
        label={t('traitsWithWeights')}
        columns={mayIgnore ? [...columns, action] : columns}
        rows={traits}
        idOf={traitKey}
        isCards
      />
      {chosen && (
        <ExclusionDialog
          title={t('ignoreTitle')}
          text={t('ignoreText', { trait: `${traitName(chosen.kind)} ${traitValue(chosen)}` })}
          submitLabel={t('ignore')}
          save={(reason) => setTrait(chosen, false, reason)}
          onClose={() => setChosen(null)}
        />
      )}
    </CaseCard>
  )
}
