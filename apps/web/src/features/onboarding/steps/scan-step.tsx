import {
  bundledFeed,
  firstScanFeed,
  isOpenScan,
  permutationsFeed,
  startScan,
  type Scan,
  type ScanStage,
} from '@signet/contract/collection/scans'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../../api/call.ts'
import { dateTime } from '../../../format/time/date-time.ts'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DataState } from '../../../ui/feedback/data-state.tsx'
import { FormProblem, FormSection, SaveBar, Tick, TickGroup } from '../../../ui/forms/form-section.tsx'
import { Chip, type ChipTone } from '../../../ui/feedback/status-chip.tsx'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { Columns, Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { t, type Word } from '../words.ts'
import { readSetup, scansQuery } from '../onboarding.api.ts'
import { ScanSchedule } from './scan-schedule.tsx'
import type { StepProps } from './step-form.tsx'
import css from '../setup.module.css'
import { sentenceOf } from '../../../words/messages.ts'
import { useForm } from '../../../ui/forms/use-form.ts'
import { InputField } from '../../../ui/forms/field.tsx'

const webAddress = 'https://'

/** Scans a feed for this company and shows the progress. */
export function ScanStep({ company, setup, onNext, onStep }: StepProps) {
  const scans = useQuery(scansQuery(company.key))
  const newest = scans.data?.[0]
  const isRunning = newest !== undefined && isOpenScan(newest)
  useEnd(company.key, newest)
  return (
    <Stack>
      {newest && <Progress scan={newest} />}
      {!isRunning && (
        <Start
          company={company.key}
          hasBrands={(setup?.brands ?? 1) > 0}
          looksUp={setup?.looksUp === true}
          followsLogs={setup?.followsLogs === true}
          isFirst={!newest}
          onStep={onStep}
        />
      )}
      <ScanSchedule company={company} isPossible={setup?.looksUp === true || setup?.followsLogs === true} />
      <DataState query={scans} what={t('scansToLoad')}>
        {(all) => <Earlier scans={all.slice(1)} />}
      </DataState>
      <SaveBar>
        <Button kind={newest?.state === 'done' ? 'primary' : 'plain'} onClick={onNext}>
          {t('continue')}
        </Button>
      </SaveBar>
    </Stack>
  )
}

/** Reloads the setup and announces the end of a scan that was seen running. */
function useEnd(company: string, newest: Scan | undefined): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (!newest) return
    const isOpen = isOpenScan(newest)
    if (wasOpen.current && !isOpen) {
      void readSetup(company)
      if (newest.state === 'done') snackbar(t('scanCompleted', { count: newest.found }))
      else snackbar(t('scanFailed'), { isFailure: true })
    }
    wasOpen.current = isOpen
  }, [company, newest])
}

const states: Readonly<Record<Scan['state'], { label: Word; tone: ChipTone }>> = {
  queued: { label: 'waiting', tone: 'new' },
  running: { label: 'scanRunning', tone: 'analysis' },
  done: { label: 'finished', tone: 'good' },
  failed: { label: 'failed', tone: 'stopped' },
}

function feedName(feed: string): string {
  if (feed === firstScanFeed) return t('lookAlikesAndCertificates')
  if (feed === permutationsFeed) return t('lookAlikes')
  return feed === bundledFeed ? t('phishingList') : feed
}

function Progress({ scan }: { scan: Scan }) {
  const { label, tone } = states[scan.state]
  return (
    <FormSection title={feedName(scan.feed)} actions={<Chip tone={tone}>{t(label)}</Chip>}>
      {isOpenScan(scan) && <Bar stages={scan.stages} />}
      <Columns gap={3} from={120} align="stretch">
        <Figure count={scan.checked} label={t('domainsChecked')} />
        <Figure count={scan.found} label={t('newThreatsFound')} />
        <Figure count={scan.seenAgain} label={t('knownThreatsSeenAgain')} />
      </Columns>
      <Stages stages={scan.stages} />
      {scan.skipped > 0 && (
        <Text as="p" tone="quiet">
          {t('skippedLines', { count: scan.skipped })}
        </Text>
      )}
      {scan.state === 'failed' && <FormProblem>{scan.error ? sentenceOf(scan.error) : t('scanFailed')}</FormProblem>}
      {scan.state === 'done' && scan.found > 0 && (
        <Text as="p" tone="quiet">
          {t('foundHint')}
        </Text>
      )}
      {scan.state === 'done' && scan.found === 0 && scan.seenAgain === 0 && (
        <Text as="p" tone="quiet">
          {t('nothingFound')}
        </Text>
      )}
      <Text as="p" tone="quiet">
        {t('scanStarted', { at: dateTime(scan.at), name: scan.by })}
      </Text>
    </FormSection>
  )
}

const stageNames: Readonly<Record<ScanStage['name'], Word>> = {
  permutations: 'lookAlikes',
  certificates: 'recentCertificates',
}
const stageStates: Readonly<Record<ScanStage['state'], { label: Word; tone: ChipTone }>> = {
  waiting: { label: 'waiting', tone: 'new' },
  running: { label: 'running', tone: 'analysis' },
  done: { label: 'finished', tone: 'good' },
  failed: { label: 'failed', tone: 'stopped' },
  skipped: { label: 'skipped', tone: 'closed' },
}

/** The progress of the running stage. The length of a feed is unknown, so its bar is indeterminate. */
function Bar({ stages }: Pick<Scan, 'stages'>) {
  const running = stages.find(({ state }) => state === 'running')
  const share = running?.total ? Math.min(1, running.done / running.total) : null
  return (
    <div
      className={`${css.bar} track`}
      role="progressbar"
      aria-label={t('scanRunning')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === null ? undefined : Math.round(share * 100)}
    >
      {share !== null && <i style={{ width: `${share * 100}%` }} />}
    </div>
  )
}

/** The progress of each stage of a scan; nothing for a feed, because its length is unknown. */
function Stages({ stages }: { stages: readonly ScanStage[] }) {
  if (stages.length === 0) return null
  return (
    <Stack as="ul" gap={0} className={`${css.lines} ruled`} aria-label={t('stages')}>
      {stages.map(({ name, state, done, total, found, note }) => (
        <li key={name}>
          <Stack as="span" gap={0} basis={200}>
            {t(stageNames[name])}
            {note ? <small>{sentenceOf(note)}</small> : null}
          </Stack>
          {total !== null && (
            <span className="num">
              {name === 'certificates'
                ? t('certificatesProgress', { count: total, done: exactNumber(done) })
                : t('domainsProgress', { count: total, done: exactNumber(done) })}
            </span>
          )}
          {state !== 'skipped' && state !== 'waiting' && (
            <span className="num">{t('newThreatsCount', { count: found })}</span>
          )}
          <Chip tone={stageStates[state].tone}>{t(stageStates[state].label)}</Chip>
        </li>
      ))}
    </Stack>
  )
}

function Figure({ count, label }: { count: number; label: string }) {
  return (
    <Stack as="p" gap={0}>
      <Text as="b" size="figure" num>
        {exactNumber(count)}
      </Text>
      <Text tone="quiet">{label}</Text>
    </Stack>
  )
}

function Start({
  company,
  hasBrands,
  looksUp,
  followsLogs,
  isFirst,
  onStep,
}: {
  company: string
  hasBrands: boolean
  /** Whether the installation looks up names in DNS. */
  looksUp: boolean
  /** Whether the installation follows certificate transparency logs. */
  followsLogs: boolean
  isFirst: boolean
  onStep: StepProps['onStep']
}) {
  const client = useQueryClient()
  const form = useForm<{ kind: 'bundled' | 'first' | 'address'; feed: string }>({
    initial: { kind: 'bundled', feed: '' },
    check: ({ kind, feed }) => ({
      feed: kind === 'address' && !/^(https?:\/\/)/i.test(feed.trim()) && t('feedUrlInvalid'),
    }),
    save: async ({ kind, feed }) => {
      await call(startScan, { params: { company }, body: { feed: kind === 'address' ? feed.trim() : kind } })
      await client.invalidateQueries({ queryKey: scansQuery(company).queryKey })
      await readSetup(company)
    },
  })
  const { kind } = form.values
  return (
    <FormSection title={isFirst ? t('firstScan') : t('newScan')} hint={t('scanHint')}>
      <TickGroup label={t('feed')} isWide>
        <Tick
          type="radio"
          name="feed"
          label={t('phishingList')}
          hint={t('bundledFeedHint')}
          isOn={kind === 'bundled'}
          onChange={() => form.set({ kind: 'bundled' })}
        />
        <Tick
          type="radio"
          name="feed"
          label={t('lookAlikesAndCertificates')}
          hint={`${looksUp ? t('lookAlikesHint') : t('lookUpsOff')} ${
            followsLogs ? t('certificatesHint') : t('noCertificateLog')
          }`}
          isOn={kind === 'first'}
          isDisabled={!looksUp && !followsLogs}
          onChange={() => form.set({ kind: 'first' })}
        />
        <Tick
          type="radio"
          name="feed"
          label={t('feedFromUrl')}
          hint={t('feedFromUrlHint')}
          isOn={kind === 'address'}
          onChange={() => form.set({ kind: 'address' })}
        />
      </TickGroup>
      {kind === 'address' && (
        <InputField label={t('feedUrl')} type="url" placeholder={webAddress} maxLength={2000} {...form.field('feed')} />
      )}
      <FormProblem>{form.problems.form}</FormProblem>
      <Inline wrap>
        <Button
          kind={isFirst ? 'primary' : 'plain'}
          isBusy={form.isBusy}
          disabled={!hasBrands}
          onClick={() => form.submit()}
        >
          {t('startScan')}
        </Button>
        {!hasBrands && (
          <>
            <Text tone="quiet">{t('noBrandHint')}</Text>
            <Button kind="quiet" onClick={() => onStep('assets')}>
              {t('brandsAndAssets')}
            </Button>
          </>
        )}
      </Inline>
    </FormSection>
  )
}

function Earlier({ scans }: { scans: readonly Scan[] }) {
  if (scans.length === 0) return null
  return (
    <FormSection title={t('previousScans')}>
      <Stack as="ul" gap={0} className={`${css.lines} ruled`}>
        {scans.map((scan) => (
          <li key={scan.id}>
            <Stack as="span" gap={0} basis={200}>
              {feedName(scan.feed)}
              <small>{t('scannedAtBy', { at: dateTime(scan.at), name: scan.by })}</small>
            </Stack>
            <span className="num">{t('domainsCheckedCount', { count: scan.checked })}</span>
            <span className="num">{t('newThreatsCount', { count: scan.found })}</span>
            <Chip tone={states[scan.state].tone}>{t(states[scan.state].label)}</Chip>
          </li>
        ))}
      </Stack>
    </FormSection>
  )
}
