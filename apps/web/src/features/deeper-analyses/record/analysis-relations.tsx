import type { AnalysisRelation } from '@signet/contract/requests/analysis-parts'
import { relateToAnalysis } from '@signet/contract/requests/analysis-work'
import type { DeeperAnalysisDetail } from '@signet/contract/requests/deeper-analyses'
import { isFixed } from '@signet/contract/threats/case-words'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../../api/call.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { CaseCard } from '../../../parts/cases/case-layout.tsx'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { useAction } from '../../../ui/controls/use-action.ts'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { sourceSlug } from '../../../url/source-slug.ts'
import { t } from '../words.ts'
import { useAnalysis } from './use-analysis.ts'

const RelationDialog = lazy(() =>
  import('./relation-dialog.tsx').then(({ RelationDialog: dialog }) => ({ default: dialog })),
)

/** Other records that have to do with the case; nothing for readers while there are none. */
export function Relations({ analysis }: { analysis: DeeperAnalysisDetail }) {
  const { of, query, keep, mayWork } = useAnalysis(analysis)
  const [isAdding, setIsAdding] = useState(false)
  const { isBusy, run } = useAction(async ({ kind, id }: AnalysisRelation) => {
    keep(await call(relateToAnalysis, { params: of, query, body: { kind, id, isRelated: false } }))
  })
  const { relations } = analysis
  if (relations.length === 0 && !mayWork) return null
  return (
    <CaseCard
      title={t('related')}
      aside={mayWork ? <Button onClick={() => setIsAdding(true)}>{t('addRelation')}</Button> : null}
    >
      {relations.length === 0 ? (
        <Text as="p" tone="quiet">
          {t('relatedEmpty')}
        </Text>
      ) : (
        <Stack as="ul" gap={2}>
          {relations.map((relation) => (
            <Inline as="li" justify="between" align="start" key={relation.id}>
              <Stack gap={0}>
                <RelationLink relation={relation} />
                <Text as="small" tone="faint">
                  {relation.kind === 'takedown' && isFixed(relation.threat?.source)
                    ? t('relationFix')
                    : t(`relation.${relation.kind}`)}
                </Text>
              </Stack>
              {mayWork ? (
                <IconButton
                  label={t('removeRelation', { name: nameOfRelation(relation) })}
                  disabled={isBusy}
                  onClick={() => run(relation)}
                >
                  <IconX size={16} stroke={1.7} aria-hidden="true" />
                </IconButton>
              ) : null}
            </Inline>
          ))}
        </Stack>
      )}
      {isAdding ? (
        <Suspense>
          <RelationDialog analysis={analysis} onClose={() => setIsAdding(false)} />
        </Suspense>
      ) : null}
    </CaseCard>
  )
}

const nameOfRelation = ({ threat, number }: AnalysisRelation) =>
  threat ? shownTitle(threat.source, threat.title) : t('campaignNumber', { number: number ?? 0 })

function RelationLink({ relation }: { relation: AnalysisRelation }) {
  const { kind, id, threat } = relation
  const name = nameOfRelation(relation)
  if (kind === 'campaign') {
    return (
      <Link to="/takedown/campaigns/$campaignId" params={{ campaignId: id }}>
        {name}
      </Link>
    )
  }
  if (kind === 'takedown') {
    return (
      <Link to="/takedown/$takedownId" params={{ takedownId: id }}>
        {name}
      </Link>
    )
  }
  if (threat?.kind === 'tout') return <a href={`/touts/${sourceSlug(threat.source)}?id=${id}`}>{name}</a>
  return (
    <Link to="/threats/$source" params={{ source: sourceSlug(threat?.source ?? 'All') }} search={{ id }}>
      {name}
    </Link>
  )
}
