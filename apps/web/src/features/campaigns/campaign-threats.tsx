import type { Campaign } from '@signet/contract/threats/campaigns'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { shownTitle } from '../../format/names/shown-title.ts'
import { CaseCard } from '../../parts/cases/case-layout.tsx'
import { SeverityMark } from '../../parts/threats/severity-mark.tsx'
import { useCan } from '../../session/use-session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { StatusChip } from '../../ui/feedback/status-chip.tsx'
import { SimpleTable, type SimpleColumn } from '../../ui/grid/simple-table.tsx'
import { Text } from '../../ui/layout/parts.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { sourceSlug } from '../../url/source-slug.ts'
import { ExclusionDialog } from './exclusion-dialog.tsx'
import { useExclusions } from './use-exclusions.ts'
import { t } from './words.ts'

type Threat = Campaign['threats'][number]

/** The link to the record of a threat. */
export function ThreatLink({ id, source, title }: Pick<Threat, 'id' | 'source' | 'title'>) {
  return (
    <Link to="/threats/$source/$threatId" params={{ source: sourceSlug(source), threatId: id }}>
      {shownTitle(source, title)}
    </Link>
  )
}

/** The threats of a campaign; those who decide can split one off. */
export function CampaignThreats({ campaign: { id, threats, threatCount } }: { campaign: Campaign }) {
  const maySplit = useCan('threats:decide')
  const [split, setSplit] = useState<Threat | null>(null)
  const { setThreat } = useExclusions(id)
  const columns: SimpleColumn<Threat>[] = [
    { key: 'title', label: t('threat'), wraps: true, render: (threat) => <ThreatLink {...threat} /> },
    { key: 'severity', label: t('severity'), render: ({ severity }) => <SeverityMark severity={severity} /> },
    {
      key: 'status',
      label: t('status'),
      render: ({ status, source }) => <StatusChip status={status} source={source} />,
    },
    { key: 'firstSeen', label: t('firstSeen'), isWide: true, render: ({ firstSeen }) => <TimeAgo at={firstSeen} /> },
  ]
  const action: SimpleColumn<Threat> = {
    key: 'action',
    label: t('action'),
    render: (threat) => (
      <Button
        kind="quiet"
        aria-label={t('splitOffThreat', { title: shownTitle(threat.source, threat.title) })}
        onClick={() => setSplit(threat)}
      >
        {t('splitOff')}
      </Button>
    ),
  }
  return (
    <CaseCard title={t('threats')} aside={exactNumber(threatCount)}>
      <SimpleTable
        label={t('threatsOfCampaign')}
        columns={maySplit ? [...columns, action] : columns}
        rows={threats}
        idOf={(threat) => threat.id}
        isCards
      />
      {threats.length < threatCount && (
        <Text as="p" size="meta" tone="quiet" above={3}>
          {t('threatsShown', { shown: exactNumber(threats.length), all: exactNumber(threatCount) })}
        </Text>
      )}
      {split && (
        <ExclusionDialog
          title={t('splitOffTitle')}
          text={t('splitOffText', { title: shownTitle(split.source, split.title) })}
          submitLabel={t('splitOff')}
          save={(reason) => setThreat(split.id, false, reason)}
          onClose={() => setSplit(null)}
        />
      )}
    </CaseCard>
  )
}
