import {
  bundledFeed,
  firstScanFeed,
  isOpenScan,
  permutationsFeed,
  startScan,
  type Scan,
  type ScanStage,
} from '@signet/contract/scans'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { problemAt, problemsOf, noProblems, type Problems } from '../../api/field-problems.ts'
import { dateTime } from '../../format/date-time.ts'
import { exactNumber } from '../../format/exact-number.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DataState } from '../../ui/feedback/data-state.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormProblem, FormSection, SaveBar, Tick, TickGroup } from '../../ui/forms/form-section.tsx'
import { Chip, type ChipTone } from '../../ui/feedback/status-chip.tsx'
import { snackbar } from '../../ui/feedback/toasts.ts'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { msg, plural, t, type Marked, serverText } from '../../words/words.ts'
import { readSetup, scansQuery } from './onboarding.api.ts'
import type { StepProps } from './step-form.tsx'
import css from './setup.module.css'

const webAddress = 'https://'

/** Reads a feed for this company, shown while it runs. */
export function ScanStep({ company, setup, onNext, onStep }: StepProps) {
  const scans = useQuery(scansQuery(company.key))
  const newest = scans.data?.[0]
  const isRunning = newest !== undefined && isOpenScan(newest)
  useEnd(company.key, newest)
  return (
    <div className={css.form}>
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
      <DataState query={scans} what={t('The scans')}>
        {(all) => <Earlier scans={all.slice(1)} />}
      </DataState>
      <SaveBar>
        <Button kind={newest?.state === 'done' ? 'primary' : 'plain'} onClick={onNext}>
          {t('Continue')}
        </Button>
      </SaveBar>
    </div>
  )
}

/** Reads the set-up anew once a scan that was seen running has ended, and says so. */
function useEnd(company: string, newest: Scan | undefined): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (!newest) return
    const isOpen = isOpenScan(newest)
    if (wasOpen.current && !isOpen) {
      void readSetup(company)
      if (newest.state === 'done')
        snackbar(plural(newest.found, 'Scan finished: {n} new threat', 'Scan finished: {n} new threats'))
      else snackbar(t('The scan failed'), { isFailure: true })
    }
    wasOpen.current = isOpen
  }, [company, newest])
}

const states: Readonly<Record<Scan['state'], { label: Marked; tone: ChipTone }>> = {
  queued: { label: msg('Waiting'), tone: 'new' },
  running: { label: msg('Scan running'), tone: 'analysis' },
  done: { label: msg('Finished'), tone: 'good' },
  failed: { label: msg('Failed'), tone: 'stopped' },
}

function feedName(feed: string): string {
  if (feed === firstScanFeed) return t('Look-alikes and recent certificates')
  if (feed === permutationsFeed) return t('Look-alikes of its domains')
  return feed === bundledFeed ? t('Public list of phishing names') : feed
}

function Progress({ scan }: { scan: Scan }) {
  const { label, tone } = states[scan.state]
  return (
    <FormSection title={feedName(scan.feed)} actions={<Chip tone={tone}>{t(label)}</Chip>}>
      {isOpenScan(scan) && <Bar stages={scan.stages} />}
      <div className={css.figures}>
        <Figure count={scan.checked} label={t('names checked')} />
        <Figure count={scan.found} label={t('new threats found')} />
        <Figure count={scan.seenAgain} label={t('known ones seen again')} />
      </div>
      <Stages stages={scan.stages} />
      {scan.skipped > 0 && (
        <Text as="p" tone="quiet">
          {plural(scan.skipped, '{n} line was skipped.', '{n} lines were skipped.')}
        </Text>
      )}
      {scan.state === 'failed' && (
        <FormProblem>{scan.error ? serverText(scan.error) : t('The scan failed')}</FormProblem>
      )}
      {scan.state === 'done' && scan.found > 0 && (
        <Text as="p" tone="quiet">
          {t('What was found waits for review. Clients see it once a reviewer has published it.')}
        </Text>
      )}
      {scan.state === 'done' && scan.found === 0 && scan.seenAgain === 0 && (
        <Text as="p" tone="quiet">
          {t('Nothing in this feed imitates the brands. Check the forms to look for, or read another feed.')}
        </Text>
      )}
      <Text as="p" tone="quiet">
        {t('Started {at} by {name}', { at: dateTime(scan.at), name: scan.by })}
      </Text>
    </FormSection>
  )
}

const stageNames: Readonly<Record<ScanStage['name'], Marked>> = {
  permutations: msg('Look-alikes of its domains'),
  certificates: msg('Recent certificates'),
}
const stageStates: Readonly<Record<ScanStage['state'], { label: Marked; tone: ChipTone }>> = {
  waiting: { label: msg('Waiting'), tone: 'new' },
  running: { label: msg('Running'), tone: 'analysis' },
  done: { label: msg('Finished'), tone: 'good' },
  failed: { label: msg('Failed'), tone: 'stopped' },
  skipped: { label: msg('Left out'), tone: 'closed' },
}

/** How far the running stage is; a feed does not say how long it is, so its bar only moves. */
function Bar({ stages }: Pick<Scan, 'stages'>) {
  const running = stages.find(({ state }) => state === 'running')
  const share = running?.total ? Math.min(1, running.done / running.total) : null
  return (
    <div
      className={`${css.bar} track`}
      role="progressbar"
      aria-label={t('Scan running')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === null ? undefined : Math.round(share * 100)}
    >
      {share !== null && <i style={{ width: `${share * 100}%` }} />}
    </div>
  )
}

/** How far each stage of a scan is; nothing for a feed, which does not say how long it is. */
function Stages({ stages }: { stages: readonly ScanStage[] }) {
  if (stages.length === 0) return null
  return (
    <Stack as="ul" gap={0} className={`${css.lines} ruled`} aria-label={t('Stages')}>
      {stages.map(({ name, state, done, total, found, note }) => (
        <li key={name}>
          <Stack as="span" gap={0} className={css.words}>
            {t(stageNames[name])}
            {note ? <small>{serverText(note)}</small> : null}
          </Stack>
          {total !== null && (
            <span className="num">
              {name === 'certificates'
                ? plural(total, '{done} of {n} entry', '{done} of {n} entries', { done: exactNumber(done) })
                : plural(total, '{done} of {n} name', '{done} of {n} names', { done: exactNumber(done) })}
            </span>
          )}
          {state !== 'skipped' && state !== 'waiting' && (
            <span className="num">{plural(found, '{n} found', '{n} found')}</span>
          )}
          <Chip tone={stageStates[state].tone}>{t(stageStates[state].label)}</Chip>
        </li>
      ))}
    </Stack>
  )
}

function Figure({ count, label }: { count: number; label: string }) {
  return (
    <p className={css.figure}>
      <b className="num">{exactNumber(count)}</b>
      <Text tone="quiet">{label}</Text>
    </p>
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
  /** Whether the installation looks names up. */
  looksUp: boolean
  /** Whether it follows certificate logs. */
  followsLogs: boolean
  isFirst: boolean
  onStep: StepProps['onStep']
}) {
  const client = useQueryClient()
  const [kind, setKind] = useState<'bundled' | 'first' | 'address'>('bundled')
  const [address, setAddress] = useState('')
  const [problems, setProblems] = useState<Problems>(noProblems)
  const [isBusy, setIsBusy] = useState(false)
  const start = async () => {
    const feed = kind === 'address' ? address.trim() : kind
    if (kind === 'address' && !/^(https?:\/\/)/i.test(feed)) {
      setProblems({ fields: { feed: t('Enter an address that begins with https://') }, form: null })
      return
    }
    setIsBusy(true)
    try {
      await call(startScan, { params: { company }, body: { feed } })
      setProblems(noProblems)
      await client.invalidateQueries({ queryKey: scansQuery(company).queryKey })
      await readSetup(company)
    } catch (error) {
      setProblems(problemsOf(error, ['feed']))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <FormSection
      title={isFirst ? t('First scan') : t('Scan again')}
      hint={t('Every name of the feed is held against the brands of this company; its own domains never count.')}
    >
      <TickGroup label={t('Feed')} isWide>
        <Tick
          type="radio"
          name="feed"
          label={t('Public list of phishing names')}
          hint={t('Comes with the product; needs no connection.')}
          isOn={kind === 'bundled'}
          onChange={() => setKind('bundled')}
        />
        <Tick
          type="radio"
          name="feed"
          label={t('Look-alikes and recent certificates')}
          hint={`${
            looksUp
              ? t('The likeliest thousand of each official domain are looked up; those that lead somewhere are read.')
              : t('Looking names up is switched off on this installation (SIGNET_ENRICH).')
          } ${
            followsLogs
              ? t('What the certificate logs took in last is read.')
              : t('No certificate log is followed (SIGNET_CT_LOG_LIST).')
          }`}
          isOn={kind === 'first'}
          isDisabled={!looksUp && !followsLogs}
          onChange={() => setKind('first')}
        />
        <Tick
          type="radio"
          name="feed"
          label={t('A feed at an address')}
          hint={t('Names or addresses as text, CSV or JSON.')}
          isOn={kind === 'address'}
          onChange={() => setKind('address')}
        />
      </TickGroup>
      {kind === 'address' && (
        <Field label={t('Address of the feed')} problem={problemAt(problems, 'feed')}>
          {(control) => (
            <input
              {...control}
              type="url"
              placeholder={webAddress}
              maxLength={2000}
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
          )}
        </Field>
      )}
      <FormProblem>{problems.form}</FormProblem>
      <Inline wrap>
        <Button kind={isFirst ? 'primary' : 'plain'} isBusy={isBusy} disabled={!hasBrands} onClick={() => void start()}>
          {t('Start scan')}
        </Button>
        {!hasBrands && (
          <>
            <Text tone="quiet">{t('There is no brand to look for yet.')}</Text>
            <Button kind="quiet" onClick={() => onStep('assets')}>
              {t('Brands and assets')}
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
    <FormSection title={t('Earlier scans')}>
      <Stack as="ul" gap={0} className={`${css.lines} ruled`}>
        {scans.map((scan) => (
          <li key={scan.id}>
            <Stack as="span" gap={0} className={css.words}>
              {feedName(scan.feed)}
              <small>{t('{at} by {name}', { at: dateTime(scan.at), name: scan.by })}</small>
            </Stack>
            <span className="num">{plural(scan.checked, '{n} name checked', '{n} names checked')}</span>
            <span className="num">{plural(scan.found, '{n} found', '{n} found')}</span>
            <Chip tone={states[scan.state].tone}>{t(states[scan.state].label)}</Chip>
          </li>
        ))}
      </Stack>
    </FormSection>
  )
}
