import type { Campaign } from '@signet/contract/threats/campaigns'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ChartFrame } from '../../charts/chart-frame.tsx'
import { exactNumber } from '../../format/numbers/exact-number.ts'
import { shownTitle } from '../../format/names/shown-title.ts'
import { Card, Text } from '../../ui/layout/parts.tsx'
import { sourceSlug } from '../../url/source-slug.ts'
import { valueName } from '../../words/named/name-of.ts'
import css from './campaign-graph.module.css'
import { graphOf, type CampaignGraph as Graph } from './graph-layout.ts'
import { traitValue } from '../../parts/threats/trait-value.ts'
import { traitName } from '../../words/named/threats.ts'
import { traitKey } from './trait-text.ts'
import { t } from './words.ts'

const rowPx = 36

/** A node of the graph: a side and an index. */
interface Node {
  side: 'trait' | 'threat'
  at: number
}

/** What joins the threats of a campaign, as a graph or a table. A node shows its lines when it has the focus or the pointer. */
export function CampaignGraph({ campaign }: { campaign: Campaign }) {
  const graph = graphOf(campaign)
  const { traits, threats } = graph
  if (traits.length === 0) return null
  const isPart = traits.length < campaign.traits.length || threats.length < campaign.threatCount
  return (
    <Card>
      <ChartFrame
        title={t('graph')}
        columns={[t('threat'), t('severity'), t('sharedTraits')]}
        rows={() => campaign.threats.map((threat) => rowOf(campaign, threat))}
        heightPx={Math.max(traits.length, threats.length) * rowPx}
      >
        <Picture graph={graph} />
      </ChartFrame>
      {isPart && (
        <Text as="p" size="meta" tone="quiet" above={3}>
          {t('graphIsPart', { threats: exactNumber(threats.length), traits: exactNumber(traits.length) })}
        </Text>
      )}
    </Card>
  )
}

function rowOf({ traits }: Campaign, { id, source, title, severity }: Campaign['threats'][number]): string[] {
  const shared = traits.filter(({ threatIds }) => threatIds.includes(id))
  const words = shared.map((trait) => `${traitName(trait.kind)} ${traitValue(trait)}`)
  return [shownTitle(source, title), valueName(severity), words.join('; ')]
}

function Picture({ graph: { traits, threats, edges } }: { graph: Graph }) {
  const [active, setActive] = useState<Node | null>(null)
  const isActive = (edge: Graph['edges'][number]) => active !== null && edge[active.side] === active.at
  const isOn = (side: Node['side'], at: number) =>
    (active?.side === side && active.at === at) ||
    edges.some((edge) => edge[side] === at && isActive(edge)) ||
    undefined
  const ofNode = (side: Node['side'], at: number) => ({
    'data-on': isOn(side, at),
    onFocus: () => setActive({ side, at }),
    onBlur: () => setActive(null),
    onPointerEnter: () => setActive({ side, at }),
    onPointerLeave: () => setActive(null),
  })
  return (
    <div className={css.graph}>
      <ul aria-label={t('sharedTraits')}>
        {traits.map((trait, at) => (
          <li key={traitKey(trait)}>
            <button type="button" className={`${css.node} cut-each framed`} {...ofNode('trait', at)}>
              <small>{traitName(trait.kind)}</small>
              <span className="mono">{traitValue(trait)}</span>
              <span className="visually-hidden">{t('sharedBy', { count: trait.threatIds.length })}</span>
            </button>
          </li>
        ))}
      </ul>
      {/* In units of one row of the longer side; the names are outside, so that they aren't stretched. */}
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {edges.map((edge) => (
          <path
            key={`${edge.trait} ${edge.threat}`}
            d={lineOf(middle(edge.trait, traits.length), middle(edge.threat, threats.length))}
            data-on={isActive(edge) || undefined}
          />
        ))}
      </svg>
      <ul aria-label={t('threats')}>
        {threats.map(({ id, source, title, severity }, at) => (
          <li key={id}>
            <Link
              to="/threats/$source/$threatId"
              params={{ source: sourceSlug(source), threatId: id }}
              className={`${css.node} cut-each framed`}
              data-severity={severity}
              {...ofNode('threat', at)}
            >
              <span>{shownTitle(source, title)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

const middle = (at: number, count: number) => ((at + 0.5) / count) * 100
const lineOf = (from: number, to: number) => `M0 ${from}C50 ${from} 50 ${to} 100 ${to}`
