import type { Campaign } from '@signet/contract/threats/campaigns'
import type { ReactNode } from 'react'
import { dateTime } from '../../format/time/date-time.ts'
import { CaseCard } from '../../parts/cases/case-layout.tsx'
import { useCan } from '../../session/use-session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useAction } from '../../ui/controls/use-action.ts'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { ThreatLink } from './campaign-threats.tsx'
import { traitValue } from '../../parts/threats/trait-value.ts'
import { traitName } from '../../words/named/threats.ts'
import { traitKey } from './trait-text.ts'
import { useExclusions } from './use-exclusions.ts'
import { t } from './words.ts'

/**
 * The threats that were split off a campaign and the traits that are ignored, by which person and why; those who decide can allow it again.
 */
export function CampaignExclusions({ campaign: { id, splitOff, ignored } }: { campaign: Campaign }) {
  const { setThreat, setTrait } = useExclusions(id)
  if (splitOff.length === 0 && ignored.length === 0) return null
  return (
    <CaseCard title={t('exclusions')}>
      <Stack as="ul" gap={3}>
        {splitOff.map((threat) => (
          <Exclusion key={threat.id} of={threat} allow={() => setThreat(threat.id, true)}>
            <ThreatLink {...threat} />
          </Exclusion>
        ))}
        {ignored.map((trait) => (
          <Exclusion key={traitKey(trait)} of={trait} allow={() => setTrait(trait, true)}>
            {traitName(trait.kind)} <span className="mono">{traitValue(trait)}</span>
          </Exclusion>
        ))}
      </Stack>
    </CaseCard>
  )
}

function Exclusion({
  of: { by, at, reason },
  allow,
  children,
}: {
  of: Campaign['ignored'][number] | Campaign['splitOff'][number]
  allow: () => Promise<void>
  children: ReactNode
}) {
  const mayAllow = useCan('threats:decide')
  const { isBusy, run } = useAction(allow)
  return (
    <Inline as="li" justify="between" align="start" gap={3}>
      <Stack gap={0}>
        <span>{children}</span>
        <Text size="meta" tone="quiet">
          {t('exclusionBy', { name: by, at: dateTime(at) })}
          {reason && ` · ${reason}`}
        </Text>
      </Stack>
      {mayAllow && (
        <Button kind="quiet" isBusy={isBusy} onClick={run}>
          {t('allowAgain')}
        </Button>
      )}
    </Inline>
  )
}
