import { can } from '@signet/contract/access/permissions'
import { Fragment, Suspense, type ReactNode } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { useClientInfo } from '../../../session/client-info.ts'
import { useUser } from '../../../session/use-session.ts'
import { Card, Split, Stack } from '../../../ui/layout/parts.tsx'
import { phone, useMedia } from '../../../ui/layout/use-media.ts'
import { ThreatTypes, TakedownProgress, ThreatsPerDay } from '../figures/home-charts.tsx'
import { blocksOf, type HomeBlock } from '../home-blocks.ts'
import { BySource } from './by-source.tsx'
import { People } from './people.tsx'
import { ToDecide } from './to-decide.tsx'

const ToutsToDecide = lazy(() => import('./touts-to-decide.tsx').then((module) => ({ default: module.ToutsToDecide })))
const ToutSources = lazy(() => import('./tout-charts.tsx').then((module) => ({ default: module.ToutSources })))
const ToutsPerDay = lazy(() => import('./tout-charts.tsx').then((module) => ({ default: module.ToutsPerDay })))
const Deadlines = lazy(() => import('./deadlines.tsx').then((module) => ({ default: module.Deadlines })))

/** The blocks of a company in their order, below the figures. On a phone every decision comes before the figures. */
export function HomeParts({
  figures,
  openCount,
  ...parts
}: {
  figures: ReactNode
  openCount: number | undefined
  company: string
  rangeDays: number
  now: Date
}) {
  const { company, rangeDays } = parts
  const { role } = useUser()
  const info = useClientInfo()
  const hasTouts = info?.modules.touts === true
  const isPhone = useMedia(phone)
  // What waits for a decision, and what stands next to it.
  const lists: Partial<Record<HomeBlock, ReactNode>> = {
    decide: <ToDecide key={company} company={company} rangeDays={rangeDays} openCount={openCount} />,
    touts: (
      <Suspense key="touts" fallback={<Place least={368} />}>
        <ToutsToDecide key={company} company={company} rangeDays={rangeDays} />
      </Suspense>
    ),
  }
  const others: Record<HomeBlock, ReactNode> = {
    decide: <ThreatsPerDay {...parts} />,
    sources: (
      <Split>
        <Stack>
          <BySource {...parts} />
          {hasTouts ? (
            <Suspense fallback={<Place least={326} />}>
              <ToutSources company={company} rangeDays={rangeDays} />
            </Suspense>
          ) : null}
        </Stack>
        <Stack>
          <TakedownProgress {...parts} />
          <Suspense fallback={<Place least={262} />}>
            <Deadlines company={company} rangeDays={rangeDays} />
          </Suspense>
          <ThreatTypes {...parts} />
        </Stack>
      </Split>
    ),
    touts: (
      <Suspense fallback={<Place least={352} />}>
        <ToutsPerDay company={company} rangeDays={rangeDays} />
      </Suspense>
    ),
    people: <People {...parts} />,
  }
  const order = blocksOf({
    navigation: info?.config.navigation ?? 'standard',
    hasTouts,
    hasPeople: can(role, 'analytics:readPeople'),
  })
  if (isPhone)
    return (
      <>
        {order.map((block) => lists[block])}
        {figures}
        {order.map((block) => (
          <Fragment key={block}>{others[block]}</Fragment>
        ))}
      </>
    )
  return (
    <>
      {figures}
      {order.map((block) =>
        lists[block] ? (
          <Split key={block}>
            {lists[block]}
            {others[block]}
          </Split>
        ) : (
          <Fragment key={block}>{others[block]}</Fragment>
        ),
      )}
    </>
  )
}

/** The place of a block whose program is loading. */
function Place({ least }: { least: number }) {
  return <Card as="div" least={least} aria-busy="true" />
}
