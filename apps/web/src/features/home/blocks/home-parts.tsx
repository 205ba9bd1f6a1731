import { can } from '@signet/contract/access/permissions'
import { Fragment, Suspense, type ReactNode } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { useClientInfo } from '../../../session/client-info.ts'
import { useUser } from '../../../session/use-session.ts'
import { Skeleton } from '../../../ui/feedback/data-state.tsx'
import { Split, Stack } from '../../../ui/layout/parts.tsx'
import { narrow, phone, useMedia } from '../../../ui/layout/use-media.ts'
import { ThreatTypes, TakedownProgress, ThreatsPerDay } from '../figures/home-charts.tsx'
import { blocksOf, type HomeBlock } from '../home-blocks.ts'
import { BySource } from './by-source.tsx'
import { People } from './people.tsx'
import { ToDecide } from './to-decide.tsx'

const ToutsToDecide = lazy(() => import('./touts-to-decide.tsx').then((module) => ({ default: module.ToutsToDecide })))
const ToutSources = lazy(() => import('./tout-charts.tsx').then((module) => ({ default: module.ToutSources })))
const ToutsPerDay = lazy(() => import('./tout-charts.tsx').then((module) => ({ default: module.ToutsPerDay })))
const Deadlines = lazy(() => import('./deadlines.tsx').then((module) => ({ default: module.Deadlines })))

/** The list of touts has buttons, and needs more room than the charts. */
const toutTracks = 'minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr)'
const halves = 'minmax(0, 1fr) minmax(0, 1fr)'

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
  const isPhone = useMedia(phone)
  const isNarrow = useMedia(narrow)
  // What waits for a decision, and what stands next to it.
  const lists: Partial<Record<HomeBlock, ReactNode>> = {
    decide: <ToDecide key={company} company={company} rangeDays={rangeDays} openCount={openCount} />,
    touts: (
      <Suspense key="touts" fallback={<Skeleton lines={9} />}>
        <ToutsToDecide key={company} company={company} rangeDays={rangeDays} />
      </Suspense>
    ),
  }
  const others: Record<HomeBlock, ReactNode> = {
    decide: <ThreatsPerDay {...parts} />,
    sources: (
      <Split>
        <BySource {...parts} />
        <Stack>
          <TakedownProgress {...parts} />
          <Suspense fallback={<Skeleton lines={6} />}>
            <Deadlines company={company} rangeDays={rangeDays} />
          </Suspense>
          <ThreatTypes {...parts} />
        </Stack>
      </Split>
    ),
    touts: (
      <Suspense fallback={<Skeleton lines={9} />}>
        <ToutsPerDay company={company} rangeDays={rangeDays} />
        <ToutSources company={company} rangeDays={rangeDays} />
      </Suspense>
    ),
    people: <People {...parts} />,
  }
  const order = blocksOf({
    navigation: info?.config.navigation ?? 'standard',
    hasTouts: info?.modules.touts === true,
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
        isNarrow && block === 'touts' ? (
          <Fragment key={block}>
            {lists[block]}
            <Split tracks={halves}>{others[block]}</Split>
          </Fragment>
        ) : lists[block] ? (
          <Split key={block} {...(block === 'touts' ? { tracks: toutTracks } : {})}>
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
